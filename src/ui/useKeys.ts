/** Keys of a cap: written out, or followed while the focus moves. */
import { useSyncExternalStore } from 'react';

/** The key of a command for the focus of each moment; without a value where no key runs it. Stands for one command as long as the app lives. */
export interface LiveKeys {
  /** Command the key runs. */
  readonly command: string;
  get(): string | undefined;
  subscribe(listener: () => void): () => void;
}

/** Value of a `keys` property. */
export type KeySource = string | LiveKeys | undefined;

const never = () => () => undefined;

/** Attribute that names the command of a control's keys in the page. */
export const getKeysCommand = (keys: KeySource): string | undefined => (typeof keys === 'object' ? keys.command : undefined);

/** Returns the keys to draw now; draws again when they change. */
export function useKeys(keys: KeySource): string | undefined {
  const live = typeof keys === 'object' ? keys : undefined;
  return useSyncExternalStore(live?.subscribe ?? never, () => (typeof keys === 'object' ? keys.get() : keys));
}
