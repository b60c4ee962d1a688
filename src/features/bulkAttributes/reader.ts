/** The thread that reads files of custom fields, as the app asks it. */
import { connectThread, type SheetThread } from '../../shared/sheets/thread.ts';

export type SheetRequest =
  | { readonly kind: 'open'; readonly file: Blob; readonly name: string }
  | { readonly kind: 'change'; readonly line: number; readonly place: number; readonly value: string }
  | { readonly kind: 'exclude'; readonly lines: readonly number[]; readonly isLeftOut: boolean }
  | { readonly kind: 'write' };

/** Starts a thread. It answers `write` with the file as CSV, everything else with nothing. */
export const createSheetReader = (): SheetThread<SheetRequest, string> =>
  connectThread(new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module', name: 'custom fields' }));
