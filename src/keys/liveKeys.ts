/** Keys to draw: for each command the key that runs it with the focus of the moment, followed while the focus moves. */
import type { Registry } from '#commands/core/registry.ts';
import type { Context } from '#commands/core/types.ts';
import { getActiveKeys, getReachableKeys } from '#commands/keymap/resolve.ts';
import type { LiveKeys } from '../ui/useKeys.ts';
import type { ContextSource, KeymapSource } from './context.ts';

export interface LiveKeysSource {
  /** The key that runs it now; without a value where none does. */
  get(commandId: string): LiveKeys;
  /** The same, and where text is entered the keys after Escape. */
  reach(commandId: string): LiveKeys;
}

interface LiveKeysOptions {
  readonly registry: Registry;
  readonly source: ContextSource;
  readonly keymap: KeymapSource;
}

type Finder = typeof getActiveKeys;

/** Makes the source. Of one context each command is asked for once, however many controls draw its key. */
export function createLiveKeys({ registry, source, keymap }: LiveKeysOptions): LiveKeysSource {
  const createFollower = (find: Finder) => {
    const live = new Map<string, LiveKeys>();
    let found = new Map<string, string | undefined>();
    let asked: Context | null = null;
    const getKeys = (commandId: string): string | undefined => {
      const context = source.get();
      if (asked !== context) [asked, found] = [context, new Map()];
      if (!found.has(commandId)) found.set(commandId, find(keymap.get(), registry, context, commandId));
      return found.get(commandId);
    };
    return (commandId: string): LiveKeys => {
      const keys = live.get(commandId) ?? { command: commandId, get: () => getKeys(commandId), subscribe: source.subscribe };
      live.set(commandId, keys);
      return keys;
    };
  };
  return { get: createFollower(getActiveKeys), reach: createFollower(getReachableKeys) };
}
