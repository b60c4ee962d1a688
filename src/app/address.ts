/** Addresses of places: `/{company}/{view}/{id}`, and `/{company}/{view}/{pane}/{id}` for what is open in it beside its own. Pure. */
import type { PaneKind } from '#commands/core/types.ts';
import type { PaneView } from '../panes/layout.ts';
import { findHome, isViewKind, type PaneRegistry } from '../panes/registry.ts';
import type { Subject } from '../panes/subject.ts';
import type { Place } from '../panes/workspace.ts';

export const getSegment = (registry: PaneRegistry, kind: PaneKind) => registry[kind].path ?? kind;

/** Panes that stand for a subject in an address; a number is named by its routing. */
export const subjectKinds = { conversation: 'conversation', contact: 'contact', call: 'call', number: 'routing' } as const;

/** Kind of pane that a part of an address names. */
const findKind = (registry: PaneRegistry, segment: string) => (Object.keys(registry) as PaneKind[]).find((kind) => getSegment(registry, kind) === segment);

export const isBeside = (registry: PaneRegistry, view: PaneKind, kind: PaneKind) => (registry[view].view?.beside ?? []).some(([beside]) => beside === kind);

interface Address {
  /** Slug of the company; null where the address names none. */
  readonly slug: string | null;
  /** Null where it names a company and nothing in it. */
  readonly place: Place | null;
}

const isId = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,15}$/.test(text);

/** Subject of a pane's kind. */
function readSubject(segment: string, id: string): Subject | null {
  const kinds = Object.keys(subjectKinds) as Subject['kind'][];
  const kind = kinds.find((each) => subjectKinds[each] === segment);
  return kind === undefined ? null : { kind, id: Number(id) };
}

/** Reads the parts after the company; null when they lead nowhere. */
function readPlace(registry: PaneRegistry, parts: readonly string[]): Place | null {
  const [first = '', ...rest] = parts;
  // Conversations had an address of their own before views had.
  const named = findKind(registry, first === 'conversations' ? 'conversation' : first);
  if (named === undefined) return null;
  const isView = isViewKind(registry, named);
  const view = isView ? named : findHome(registry, named);
  const [second, third] = isView ? rest : parts;
  if (view === null || rest.length > 2) return null;
  if (second === undefined) return { view, subject: null, pane: null };
  const { leads } = registry[view].view ?? {};
  if (isView && isId(second)) return leads === undefined || third !== undefined ? null : { view, subject: { kind: leads, id: Number(second) }, pane: null };
  const inside = isView ? second : getSegment(registry, named);
  const id = third;
  const subject = isId(id) ? readSubject(inside, id) : null;
  if (subject) return { view, subject, pane: { kind: subjectKinds[subject.kind], params: {} } };
  const pane = findKind(registry, inside);
  if (pane === undefined || (id !== undefined && !isId(id))) return null;
  return { view, subject: null, pane: { kind: pane, params: id === undefined ? {} : { id } } satisfies PaneView };
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Reads an address; null when it leads nowhere. `isSlug` tells companies from views: addresses without a company are of the one that is open. */
export function parseAddress(registry: PaneRegistry, path: string, isSlug: (text: string) => boolean): Address | null {
  const parts = path.split('/').filter(Boolean).map(decode);
  if (parts.some((part) => part === null)) return null;
  const [first, ...rest] = parts.filter((part) => part !== null);
  if (first === undefined) return null;
  const whole = isSlug(first) ? null : readPlace(registry, [first, ...rest]);
  if (whole) return { slug: null, place: whole };
  if (rest.length === 0) return isSlug(first) ? { slug: first, place: null } : null;
  const place = readPlace(registry, rest);
  return place && { slug: first, place };
}
