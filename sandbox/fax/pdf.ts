/** PDFs as fax machines make them: one picture a page. */
import { type DocumentName, listPages } from '../world/fax.ts';

/** Width, height and compressed rows of a one-bit PNG. */
function splitParts(png: Uint8Array): { readonly width: number; readonly height: number; readonly rows: Buffer } {
  const bytes = Buffer.from(png);
  const rows: Buffer[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') rows.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), rows: Buffer.concat(rows) };
}

/** A PDF of objects, numbered from 1; the first is its catalog. */
export function toPdf(objects: readonly Buffer[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    places.push(at);
    parts.push(part);
    at += part.length;
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(end)]));
}

/** A stream with its dictionary. */
export const formatPdfStream = (dictionary: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);

/** A PDF whose pages are these one-bit pictures, letter size. */
function toPicturesPdf(pictures: readonly Uint8Array[]): Uint8Array {
  const pageNumber = (index: number) => 3 + index * 3;
  const kids = pictures.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const pages = pictures.flatMap((picture, index) => {
    const { width, height, rows } = splitParts(picture);
    const page = pageNumber(index);
    const how = `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 1 /BitsPerComponent 1 /Columns ${width} >>`;
    const look = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1`;
    return [
      Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${page + 1} 0 R /Resources << /XObject << /P ${page + 2} 0 R >> >> >>`),
      formatPdfStream('', Buffer.from('612 0 0 792 0 0 cm /P Do')),
      formatPdfStream(`${look} ${how}`, rows),
    ];
  });
  return toPdf([Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'), Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pictures.length} >>`), ...pages]);
}

/** A document of the world as a PDF. */
export const toDocumentPdf = (name: DocumentName): Uint8Array => toPicturesPdf(listPages(name).map(({ bytes }) => bytes));

/** Counts the pages of a PDF by its page objects. */
export const countPages = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
