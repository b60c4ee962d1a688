/** Keys of a command as the keymap in force has them, wherever they work: for what teaches them. */
import { useMemo } from 'react';
import { useCommandContext, useCommandHost } from './host.ts';

/** Its first key; of keys that carry an argument, such as a digit each, the first and the last; none where it has no key. */
export function useKeysOf(id: string): readonly string[] {
  const host = useCommandHost();
  const { keymap } = useCommandContext(host.source);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys in force follow the saved keymap
  return useMemo(() => {
    const plain = host.keys.get().getKeys(id);
    if (plain.length > 0) return plain.slice(0, 1);
    const row = host.keys
      .get()
      .getBindings(id)
      .map(({ keys }) => keys);
    return [...new Set([row[0], row.at(-1)])].filter((each) => each !== undefined);
  }, [host, id, keymap]);
}
