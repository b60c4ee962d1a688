/** Writes the address: the view in front, what is open in it, and in its query what the list is narrowed, sorted and searched by. Comes after the first rows. */
import { navigate } from 'wouter/use-browser-location';
import type { PaneKind } from '#commands/core/types.ts';
import type { App } from '../api/app.ts';
import { isPasswordPath } from '../features/auth/entryUrl.ts';
import { getFocusedPane } from '../panes/layout.ts';
import { isAlone } from '../panes/narrow.ts';
import type { PaneRegistry } from '../panes/registry.ts';
import type { ViewAddress } from '../panes/viewAddress.ts';
import type { ViewState, Workspace } from '../panes/workspace.ts';
import { getSegment, isBeside, subjectKinds } from './address.ts';
import * as viewAddresses from './viewAddresses.ts';

const addresses: { readonly [K in PaneKind]?: ViewAddress } = viewAddresses;

/** Returns how the list that leads a view stands in an address; null for a view without one. */
export const findViewAddress = (view: PaneKind): ViewAddress | null => addresses[view] ?? null;

/** The path of a view in a company, by its slug; null where none is open. A list that stands alone names no object: none is shown. */
export function formatAddress(
  registry: PaneRegistry,
  slug: string | null,
  { layout, followed }: Pick<ViewState, 'layout' | 'followed'>,
  isListAlone = false,
): string {
  const { view: shown } = getFocusedPane(layout);
  const { leads } = registry[layout.view].view ?? {};
  const isOwn = shown.kind === layout.view || isBeside(registry, layout.view, shown.kind);
  const followedId = followed !== null && subjectKinds[followed.kind] === shown.kind ? String(followed.id) : undefined;
  const object =
    Object.keys(shown.params).length > 0 || !isOwn
      ? [getSegment(registry, shown.kind), shown.params.id ?? followedId]
      : followed === null || (isListAlone && shown.kind === layout.view)
        ? []
        : followed.kind === leads
          ? [String(followed.id)]
          : [subjectKinds[followed.kind], String(followed.id)];
  const parts = [slug, getSegment(registry, layout.view), ...object].filter((part) => part !== null && part !== undefined);
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

/** The step an address belongs to: a later one gets an entry of its own in the history. */
export interface Step {
  readonly visit: number;
  readonly companyId: number | undefined;
}

interface AddressWriterOptions {
  readonly app: App;
  readonly workspace: Workspace;
  readonly panes: PaneRegistry;
  /** The step that is in the bar. */
  readonly shown: { step: Step };
}

export interface AddressWriter {
  /** Writes the address of what is open, after all that changes at once. */
  write(): void;
  /** Shows in a list what a query says. */
  restore(view: PaneKind, companyId: number, query: string): void;
}

/** Makes the address follow what is open from now on. */
export function startAddressWriter({ app, workspace, panes, shown }: AddressWriterOptions): AddressWriter {
  const show = () => {
    const { company, user } = app.get();
    // A password is chosen and an invitation accepted on a page of its own, also while signed in.
    if (user === null || isPasswordPath(window.location.pathname)) return;
    const state = workspace.get();
    const query = company ? findViewAddress(state.layout.view)?.format(company.id) : undefined;
    const path = formatAddress(panes, company?.slug ?? null, state, isAlone(state.layout)) + (query ?? '');
    if (window.location.pathname + window.location.search === path) return;
    const isStep = shown.step.visit !== state.visit || shown.step.companyId !== company?.id;
    shown.step = { visit: state.visit, companyId: company?.id };
    navigate(path, { replace: !isStep });
  };
  let isQueued = false;
  // A step is several changes: the company, the view, what is open.
  const queue = () => {
    if (isQueued) return;
    isQueued = true;
    queueMicrotask(() => {
      isQueued = false;
      show();
    });
  };
  workspace.subscribe(queue);
  app.subscribe(queue);
  for (const address of Object.values(addresses)) address.subscribe(queue);
  queue();
  return {
    write: queue,
    restore: (view, companyId, query) => {
      if (findViewAddress(view)?.restore(companyId, query) === false)
        app.notify({ tone: 'danger', message: 'Part of this link can’t be read, and was left out.' });
    },
  };
}
