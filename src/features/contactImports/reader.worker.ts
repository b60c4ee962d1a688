/** Reads files in a thread of its own: the page goes on drawing meanwhile. It keeps the last file, and answers with parts of it. */
import { readRows } from '../../shared/sheets/readRows.ts';
import { serveRequests } from '../../shared/sheets/thread.ts';
import type { ReaderAnswer, ReaderRequest } from './reader.ts';
import { readPart, type Sheet, toSheet } from './sheet.ts';

let sheet: Sheet | null = null;

serveRequests(async (request: ReaderRequest): Promise<ReaderAnswer> => {
  if (request.kind === 'open') {
    sheet = null;
    sheet = toSheet(await readRows(request.file, request.name));
    return { kind: 'opened', info: sheet.info };
  }
  if (sheet === null) throw new Error('Choose the file again');
  return { kind: 'part', part: readPart(sheet, request.mapping, request.from) };
});
