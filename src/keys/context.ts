/** Source of the command context for keys and palette. The app shell provides one. */

import type { Context } from '#commands/core/types.ts';
import type { EffectiveKeymap } from '#commands/keymap/effectiveKeymap.ts';

export interface ContextSource {
  get(): Context;
  /** Called after anything in the context may have changed. */
  subscribe(listener: () => void): () => void;
}

/** The keymap in force, made again only when the person's keys changed. */
export interface KeymapSource {
  get(): EffectiveKeymap;
}
