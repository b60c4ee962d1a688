/** The hints of the bottom line: the commands worth a place by where the focus is, each with the key that runs it from there. */

import type { Registry } from '#commands/core/registry.ts';
import { scopes } from '#commands/core/scopes.ts';
import type { Context } from '#commands/core/types.ts';
import type { EffectiveKeymap } from '#commands/keymap/effectiveKeymap.ts';
import { getActiveKeys } from '#commands/keymap/resolve.ts';

const maxHints = 6;

interface Hint {
  /** The command. */
  readonly id: string;
  readonly label: string;
  readonly keys: string;
}

/** Lists the hints of this moment, then the key that lists all; where no single key works, the palette is the way to everything. */
export function listHints(keymap: EffectiveKeymap, registry: Registry, context: Context): Hint[] {
  const createHints = (id: string, label: string): Hint[] => {
    const isIdle = (id === 'workspace.back' && !context.focus.canGoBack) || (id === 'list.open' && context.focus.rows?.rows.length === 0);
    const keys = isIdle ? undefined : getActiveKeys(keymap, registry, context, id);
    const word = id === 'recording.toggle' && context.recording?.isPlaying ? 'pause' : label;
    return keys === undefined ? [] : [{ id, label: word, keys }];
  };
  const scope = context.focus.scopes.find((name) => scopes[name].hints !== undefined) ?? 'workspace';
  const here = (scopes[scope].hints ?? []).flatMap(([id, label]) => createHints(id, label)).slice(0, maxHints);
  const all = [...createHints('keyline.help', 'all shortcuts'), ...createHints('palette.open', 'all commands')].slice(0, 1);
  return [...here, ...all];
}
