/** All kinds of panes, as the areas declare them, and what draws each. */
import type { ComponentType } from 'react';
import type { PaneKind } from '#commands/core/types.ts';
import type { PaneLoader } from '../panes/feature.ts';
import { createLazyPane } from '../panes/lazyPane.ts';
import { isViewKind, type PaneDefinition, type PaneProps, type PaneRegistry } from '../panes/registry.ts';
import * as areas from './areas.ts';

type DeclaredKind = { [A in keyof typeof areas]: keyof (typeof areas)[A]['panes'] }[keyof typeof areas];

const components = new Map<PaneKind, ComponentType<PaneProps>>();

/** The code of a pane that comes later. */
async function loadPaneCode(area: (typeof areas)[keyof typeof areas], kind: PaneKind): Promise<ComponentType<PaneProps>> {
  const { late } = await area.late();
  const found = new Map<string, PaneLoader>(Object.entries(late.panes)).get(kind);
  if (!found) throw new Error(`No code for the pane ${kind}`);
  return found();
}

const definitions: Partial<Record<PaneKind, PaneDefinition>> = {};
for (const area of Object.values(areas))
  for (const [kind, pane] of Object.entries<PaneDefinition & { readonly Pane?: ComponentType<PaneProps> }>(area.panes)) {
    // Keys of an area's panes are kinds of panes, which Object.entries widens.
    const named = kind as PaneKind;
    definitions[named] = pane;
    components.set(named, pane.Pane ?? createLazyPane(() => loadPaneCode(area, named)));
  }

// All that the areas declare; a kind that none does would not compile.
export const panes: PaneRegistry = definitions as Record<DeclaredKind, PaneDefinition>;

/** Checks whether there are panes of a kind. */
export const isPaneKind = (name: string): name is PaneKind => Object.hasOwn(panes, name);

/** Checks whether panes of a kind lead a view. */
export const isView = (kind: PaneKind): boolean => isViewKind(panes, kind);

/** Returns the component that draws panes of a kind. */
export function getPaneComponent(kind: PaneKind): ComponentType<PaneProps> {
  const known = components.get(kind);
  if (!known) throw new Error(`No pane of the kind ${kind}`);
  return known;
}
