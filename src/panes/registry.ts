/** Registry of the kinds of panes. An area defines its own; the app collects them and knows where their code is. */
import type { ComponentType } from 'react';
import { inject, parse } from 'regexparam';
import type { PaneKind } from '#commands/core/types.ts';
import type { Permission } from '#contract/core/permissions.ts';

/** Props of a pane's component. */
export interface PaneProps {
  readonly paneId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly isFocused: boolean;
}

export interface PaneDefinition {
  readonly title: string;
  /** Permission required to see it; other users get the denied state with the reason. */
  readonly permission?: Permission;
  /** Its URL, with its params in their order: `/conversations/:id`; where it is left out, the kind itself. */
  readonly path?: string;
}

/** Function that returns the component for panes of a kind. */
export type PaneDrawing = (kind: PaneKind) => ComponentType<PaneProps>;

/** One definition per kind, typed so that a forgotten one does not compile. */
export type PaneRegistry = Readonly<Record<PaneKind, PaneDefinition>>;

const getPattern = (registry: PaneRegistry, kind: PaneKind) => registry[kind].path ?? `/${kind}`;

/** The URL of a view: `/inbox`, `/conversations/17`. A param that is not set leaves its segment out. */
export function formatPath(registry: PaneRegistry, kind: PaneKind, params: Readonly<Record<string, string>>): string {
  const given = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encodeURIComponent(value)]));
  return inject(toOptional(getPattern(registry, kind)), given);
}

/** A pane without its id follows another, so each param may be left out. */
const toOptional = (pattern: string) => pattern.replace(/:(\w+)/g, ':$1?');

/** The view a path names; null when none does. */
export function parsePath(registry: PaneRegistry, path: string): { kind: PaneKind; params: Record<string, string> } | null {
  // `/templates` is the list, `/templates/5` one of them: what leaves nothing out comes first.
  const patterns = Object.entries(registry).map(([name, { path: own }]) => ({ kind: name as PaneKind, pattern: own ?? `/${name}` }));
  for (const { kind, pattern } of patterns.sort((a, b) => a.pattern.split('/').length - b.pattern.split('/').length)) {
    const { keys, pattern: fits } = parse(toOptional(pattern));
    const found = fits.exec(path);
    if (!found) continue;
    const given = keys.flatMap((name, at) => (found[at + 1] === undefined ? [] : [[name, decodeURIComponent(found[at + 1] ?? '')] as const]));
    return { kind, params: Object.fromEntries(given) };
  }
  return null;
}
