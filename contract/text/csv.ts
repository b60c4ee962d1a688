/** Reading CSV: whatever bytes and separators it comes in. */
import papaparse from 'papaparse';

const decode = (bytes: Uint8Array, encoding: string, isStrict = false) => new TextDecoder(encoding, { fatal: isStrict }).decode(bytes);

/** The text of a file: by its mark of order, else UTF-16 where every other byte is 0, UTF-8, and Windows-1252 for what is none. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decode(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return decode(bytes, 'utf-16be');
  const head = bytes.subarray(0, 400);
  const isZero = (parity: number) => head.length > 3 && head.every((byte, at) => at % 2 !== parity || byte === 0);
  if (isZero(1)) return decode(bytes, 'utf-16le');
  if (isZero(0)) return decode(bytes, 'utf-16be');
  try {
    return decode(bytes, 'utf-8', true);
  } catch {
    return decode(bytes, 'windows-1252');
  }
}

/** Separator of the cells: the sign the first line has most of, outside of quotes. */
function findSeparator(line: string): string {
  const bare = line.replaceAll(/"(?:[^"]|"")*"/g, '');
  const count = (sign: string) => bare.split(sign).length;
  return [',', ';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Rows of text. Throws an `Error` whose words are for the person where it can’t be read. */
export function parseCsv(given: string): string[][] {
  const text = given.replaceAll('\0', '').replaceAll(/\r\n?/g, '\n');
  const named = /^sep=(.)\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  if (body.trim() === '') return [];
  const [head = ''] = body.split('\n', 1);
  const { data, errors } = papaparse.parse<string[]>(body, { delimiter: named?.[1] ?? findSeparator(head), newline: '\n' });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open) throw new Error(`Line ${(open.row ?? 0) + 1}: a quotation mark is never closed`);
  return data;
}
