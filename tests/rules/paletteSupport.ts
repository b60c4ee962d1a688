/** A palette over all commands, outside of a browser. */
import { waitFor } from 'xstate';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import type { Context } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import { getStateName } from '#machines/state.ts';
import { createPalette } from '#src/palette/controller.ts';
import { createFrecency } from '#src/palette/frecency.ts';
import { getPaletteIndex } from '#src/palette/library.ts';
import { context, services } from './commandsSupport.ts';

/** A palette over all commands, with the page's focus played. */
export function opened(changes: Partial<Context> = {}, answers: Parameters<typeof services>[0] = {}) {
  let now = context(changes);
  const change = (more: Partial<Context>) => {
    now = { ...now, ...more };
  };
  const played = services(answers);
  const moves: string[] = [];
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const frecency = createFrecency({ getItem: () => null, setItem: () => undefined }, () => 0);
  const dispatcher = createDispatcher({
    registry,
    getContext: () => now,
    getServices: () => played.services,
    createKey: () => 'key-aaaa-1',
    onDone: ({ id, quiet }) => quiet || frecency.record(id),
  });
  const palette = createPalette({
    registry,
    source: {
      get: () => now,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    dispatcher: () => dispatcher,
    services: () => played.services,
    frecency,
    saveFocus: () => {
      moves.push('held');
      return () => moves.push('given back');
    },
    getPlace: () => '/adams/inbox/7',
  });
  const titles = (query: string) =>
    getPaletteIndex(palette)
      .find(query, now, [])
      .map(({ heading, rows }) => [heading, ...rows.map(({ item }) => item.title)]);
  const choose = (query: string) => {
    const row = getPaletteIndex(palette).find(query, now, [])[0]?.rows[0];
    if (!row) throw new Error(`Nothing is found for ${query}`);
    palette.choose(row.item);
  };
  const state = () => getStateName(palette.actor.getSnapshot());
  const reached = (name: string) => waitFor(palette.actor, (snapshot) => getStateName(snapshot) === name, { timeout: 2_000 });
  return { palette, dispatcher, change, notify, done: played.done, moves, titles, choose, state, reached, frecency };
}
