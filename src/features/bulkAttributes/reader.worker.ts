/** Reads files of custom fields in a thread of its own: the page goes on drawing meanwhile. It keeps the last file, with what was changed of it. */
import { readRows } from '../../shared/sheets/readRows.ts';
import { serveRequests } from '../../shared/sheets/thread.ts';
import type { SheetRequest } from './reader.ts';
import { type AttributeSheet, changeCell, excludeLines, toAttributeSheet, writeSheet } from './sheet.ts';

let sheet: AttributeSheet | null = null;

serveRequests(async (request: SheetRequest): Promise<string> => {
  if (request.kind === 'open') {
    sheet = null;
    sheet = toAttributeSheet(await readRows(request.file, request.name));
    return '';
  }
  if (sheet === null) throw new Error('Choose the file again');
  if (request.kind === 'change') changeCell(sheet, request.line, request.place, request.value);
  if (request.kind === 'exclude') excludeLines(sheet, request.lines, request.isLeftOut);
  return request.kind === 'write' ? writeSheet(sheet) : '';
});
