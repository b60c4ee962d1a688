/** Panes whose code comes after the first rows. */
import { type ComponentType, lazy } from 'react';
import { loadWhenIdle, startupPhases } from '../api/startupPhases.ts';
import type { PaneProps } from './registry.ts';

/** A pane that is drawn once the commands of all areas are there; its code is fetched when nobody waits. */
export function createLazyPane(load: () => Promise<ComponentType<PaneProps>>): ComponentType<PaneProps> {
  const fetched = loadWhenIdle(load);
  return lazy(async () => {
    await startupPhases.whole.done;
    return { default: await fetched() };
  });
}
