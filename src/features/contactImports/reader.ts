/** The thread that reads files, as the app asks it. */
import type { MappedField, SheetInfo } from '#machines/contactImport/index.ts';
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

type Said = { readonly id: number } & ({ readonly answer: ReaderAnswer } | { readonly error: string });

/** Starts a thread. */
export function createReader(): Reader {
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module', name: 'import' });
  const waiting = new Map<number, { readonly resolve: (answer: ReaderAnswer) => void; readonly reject: (error: Error) => void }>();
  let asked = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    const asker = waiting.get(data.id);
    waiting.delete(data.id);
    if ('error' in data) asker?.reject(new Error(data.error));
    else asker?.resolve(data.answer);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('The file is too large for this browser'));
    waiting.clear();
  });
  const ask = (request: ReaderRequest) =>
    new Promise<ReaderAnswer>((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      worker.postMessage({ id: asked, request });
    });
  return {
    open: async (file, name) => {
      const answer = await ask({ kind: 'open', file, name });
      if (answer.kind !== 'opened') throw new Error('The file can’t be read');
      return answer.info;
    },
    part: async (mapping, from) => {
      const answer = await ask({ kind: 'part', mapping, from });
      if (answer.kind !== 'part') throw new Error('The file can’t be read');
      return answer.part;
    },
    close: () => worker.terminate(),
  };
}
