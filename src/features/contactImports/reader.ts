/** The thread that reads files, as the app asks it. */
import type { MappedField, SheetInfo } from '#machines/contactImport/index.ts';
import { connectThread } from '../../shared/sheets/thread.ts';
import type { SheetPart } from './sheet.ts';

export type ReaderRequest =
  | { readonly kind: 'open'; readonly file: Blob; readonly name: string }
  | { readonly kind: 'part'; readonly mapping: readonly (MappedField | null)[]; readonly from: number };
export type ReaderAnswer = { readonly kind: 'opened'; readonly info: SheetInfo } | { readonly kind: 'part'; readonly part: SheetPart };

interface Reader {
  /** Reads a file, which it keeps. Rejects with an `Error` whose words are for the person. */
  open(file: Blob, name: string): Promise<SheetInfo>;
  /** Rows of the open file from one on. */
  part(mapping: readonly (MappedField | null)[], from: number): Promise<SheetPart>;
  /** Ends the thread, with the file it keeps. */
  close(): void;
}

/** Starts a thread. */
export function createReader(): Reader {
  const thread = connectThread<ReaderRequest, ReaderAnswer>(new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module', name: 'import' }));
  return {
    open: async (file, name) => {
      const answer = await thread.ask({ kind: 'open', file, name });
      if (answer.kind !== 'opened') throw new Error('The file can’t be read');
      return answer.info;
    },
    part: async (mapping, from) => {
      const answer = await thread.ask({ kind: 'part', mapping, from });
      if (answer.kind !== 'part') throw new Error('The file can’t be read');
      return answer.part;
    },
    close: () => thread.close(),
  };
}
