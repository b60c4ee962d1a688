/** Readers of typed text come after the commands: what is typed is read a moment later, and the first command does not wait for them. */
import type { Parsed } from './parsed.ts';

type Readers = typeof import('./textReaders.ts');

let readers: Readers | null = null;

/** Loads the readers, once. */
export const loadReaders = async (): Promise<Readers> => {
  readers ??= await import('./textReaders.ts');
  return readers;
};

export const areReadersLoaded = (): boolean => readers !== null;

/** Reads text by a reader; the words say so while there is none yet. */
export const readWith = <V>(read: (loaded: Readers) => Parsed<V>): Parsed<V> => (readers === null ? { ok: false, error: 'Loading…' } : read(readers));
