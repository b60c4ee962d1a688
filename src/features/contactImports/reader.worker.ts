/** Reads files in a thread of its own: the page goes on drawing meanwhile. It keeps the last file, and answers with parts of it. */
import { decodeText, parseCsv } from './readCsv.ts';
import type { ReaderAnswer, ReaderRequest } from './reader.ts';
import { parseXlsx } from './readXlsx.ts';
import { readPart, type Sheet, toSheet } from './sheet.ts';

let sheet: Sheet | null = null;

async function answer(request: ReaderRequest): Promise<ReaderAnswer> {
  if (request.kind === 'open') {
    sheet = null;
    const bytes = new Uint8Array(await request.file.arrayBuffer());
    sheet = toSheet(/\.xlsx$/i.test(request.name) ? await parseXlsx(bytes) : parseCsv(decodeText(bytes)));
    return { kind: 'opened', info: sheet.info };
  }
  if (sheet === null) throw new Error('Choose the file again');
  return { kind: 'part', part: readPart(sheet, request.mapping, request.from) };
}

self.addEventListener('message', ({ data }: MessageEvent<{ readonly id: number; readonly request: ReaderRequest }>) => {
  const { id, request } = data;
  answer(request).then(
    (given) => self.postMessage({ id, answer: given }),
    (thrown: unknown) => self.postMessage({ id, error: thrown instanceof Error && thrown.constructor === Error ? thrown.message : 'The file can’t be read' }),
  );
});
