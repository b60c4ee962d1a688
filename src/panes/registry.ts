/** What kinds of panes there are. An area defines its own; the app collects them and knows where their code is. */
import type { ComponentType } from 'react';
import type { PaneKind } from '#commands/core/types.ts';
import type { Permission } from '#contract/core/permissions.ts';

/** What a pane's component gets. */
export interface PaneProps {
  readonly paneId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly isFocused: boolean;
}

export interface PaneDefinition {
  readonly title: string;
  /** Who may see it; others get the denied state with the reason. */
  readonly permission?: Permission;
  /** Its URL, with its params in their order: `/conversations/:id`; where it is left out, the kind itself. */
  readonly path?: string;
}

/** What draws panes of a kind. */
export type PaneDrawing = (kind: PaneKind) => ComponentType<PaneProps>;

/** One definition per kind, typed so that a forgotten one does not compile. */
export type PaneRegistry = Readonly<Record<PaneKind, PaneDefinition>>;

const segmentsOf = (path: string) => path.split('/').filter((part) => part !== '');
const pathOfKind = (registry: PaneRegistry, kind: PaneKind) => registry[kind].path ?? `/${kind}`;

/** The URL of a view: `/inbox`, `/conversations/17`. A param that is not set leaves its segment out. */
export function pathOf(registry: PaneRegistry, kind: PaneKind, params: Readonly<Record<string, string>>): string {
  return pathOfKind(registry, kind)
    .split('/')
    .map((part) => (part.startsWith(':') ? encodeURIComponent(params[part.slice(1)] ?? '') : part))
    .join('/')
    .replace(/\/+$/, '');
}

/** The view a path names; null when none does. */
export function viewOf(registry: PaneRegistry, path: string): { kind: PaneKind; params: Record<string, string> } | null {
  const parts = segmentsOf(path);
  // `/templates` is the list, `/templates/5` one of them: what has nothing left out comes first.
  const patterns = Object.entries(registry).map(([name, { path: own }]) => ({ kind: name as PaneKind, pattern: segmentsOf(own ?? `/${name}`) }));
  for (const { kind, pattern } of patterns.sort((a, b) => a.pattern.length - b.pattern.length)) {
    if (parts.length > pattern.length || parts.length < pattern.filter((part) => !part.startsWith(':')).length) continue;
    const params: Record<string, string> = {};
    const fits = pattern.every((part, at) => {
      const given = parts[at];
      if (!part.startsWith(':')) return part === given;
      if (given !== undefined) params[part.slice(1)] = decodeURIComponent(given);
      return true;
    });
    if (fits) return { kind, params };
  }
  return null;
}
