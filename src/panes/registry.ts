/** Registry of the kinds of panes. An area defines its own; the app collects them and knows where their code is. */
import type { ComponentType } from 'react';
import type { PaneKind } from '#commands/core/types.ts';
import type { Permission } from '#contract/core/permissions.ts';
import type { Subject } from './subject.ts';

/** Props of a pane's component. */
export interface PaneProps {
  readonly paneId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly isFocused: boolean;
}

/** Destination with a layout of its own: a pane that leads, and what stands beside it at first. */
export interface ViewDefinition {
  /** Kind of row that its cursor leads the panes beside to, and that its address names. */
  readonly leads?: Subject['kind'];
  /** Panes beside it from left to right, each with its percent of the width; the pane that leads has the rest. */
  readonly beside?: readonly (readonly [kind: PaneKind, percent: number])[];
}

export interface PaneDefinition {
  readonly title: string;
  /** Permission required to see it; other users get the denied state with the reason. */
  readonly permission?: Permission;
  /** Its part of an address (`custom-fields`), where it is not the kind itself. */
  readonly path?: string;
  /** View in which it opens, where it stands beside none at first. */
  readonly home?: PaneKind;
  /** Set where one can go to it: the view it leads. */
  readonly view?: ViewDefinition;
}

/** Function that returns the component for panes of a kind. */
export type PaneDrawing = (kind: PaneKind) => ComponentType<PaneProps>;

/** One definition per kind, typed so that a forgotten one does not compile. */
export type PaneRegistry = Readonly<Record<PaneKind, PaneDefinition>>;

/** Checks whether panes of a kind lead a view of their own. */
export const isViewKind = (registry: PaneRegistry, kind: PaneKind): boolean => registry[kind].view !== undefined;

/** Returns the view in which panes of a kind stand at first; null for those that open in any. */
export function findHome(registry: PaneRegistry, kind: PaneKind): PaneKind | null {
  if (isViewKind(registry, kind)) return kind;
  const { home } = registry[kind];
  if (home !== undefined) return home;
  const homes = (Object.keys(registry) as PaneKind[]).filter((each) => registry[each].view?.beside?.some(([beside]) => beside === kind));
  // A call beside the calls, a contact beside the contacts: where it is what the cursor leads to.
  return homes.find((each) => registry[each].view?.leads === kind) ?? homes[0] ?? null;
}
