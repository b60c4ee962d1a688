/** Items of the palette, in one shape: commands, people, numbers, panes, companies, conversations. */

import { formatCompanySummary } from '#commands/auth/impersonation.ts';
import { isOffered, type Place } from '#commands/core/area.ts';
import type { Command } from '#commands/core/command.ts';
import type { ArgText } from '#commands/core/outcome.ts';
import type { Context } from '#commands/core/types.ts';
import type { StaffCompany } from '#contract/auth/entities.ts';
import type { SearchHit } from '#contract/me/entities.ts';
import { displayPhone } from '#contract/text/phone.ts';
import type { Entry } from './match/matcher.ts';
import { findPhone } from './match/words.ts';

/** Item of the palette: the id carries the kind, `company:7`. Choosing one runs a command. */
export interface PaletteItem extends Entry {
  readonly kind: 'command' | 'person' | 'number' | 'pane' | 'company' | 'conversation';
  readonly icon: string;
  readonly run: { readonly commandId: string; readonly args: ArgText };
  /** Set for a command. */
  readonly command?: Command;
}
/** Palette items for a hit of each kind; `arg` takes its id. */
const hits: Readonly<Record<SearchHit['kind'], Pick<PaletteItem, 'kind' | 'icon'> & { readonly commandId: string; readonly arg: string }>> = {
  company: { kind: 'company', icon: 'building', commandId: 'company.switch', arg: 'company' },
  contact: { kind: 'person', icon: 'user', commandId: 'go.contact', arg: 'contact' },
  number: { kind: 'number', icon: 'hash', commandId: 'go.number', arg: 'number' },
  conversation: { kind: 'conversation', icon: 'message', commandId: 'conversations.open', arg: 'conversation' },
};

/**
 * A hit of the server's search as an item of the palette, found again by its words and by the number that stands in them. One of another company than the
 * open one is opened there; what is in the open one need not name it.
 */
export function hitToItem({ id, title, detail, companyId, ...hit }: SearchHit, open: Context['company'] = null): PaletteItem {
  const { kind, icon, commandId, arg } = hits[hit.kind];
  const isElsewhere = hit.kind !== 'company' && open !== null && companyId !== open.id;
  const own =
    open === null || isElsewhere
      ? detail
      : detail
          .split(' · ')
          .filter((part) => part !== open.name)
          .join(' · ');
  const run = isElsewhere
    ? { commandId: 'search.open', args: { company: String(companyId), hit: `${hit.kind}.${id}` } }
    : { commandId, args: { [arg]: String(id) } };
  return { id: `${kind}:${id}`, kind, icon, title, detail: own, phone: findPhone(`${title} ${detail}`), run };
}

/** A company staff may act in, as a item of the palette. */
export const companyToItem = (company: StaffCompany): PaletteItem => ({
  id: `company:${company.id}`,
  kind: 'company',
  icon: 'building',
  title: company.name,
  detail: formatCompanySummary(company),
  run: { commandId: 'company.actIn', args: { company: String(company.id) } },
});

export const listCompanies = ({ companies }: Context): PaletteItem[] =>
  companies.map((company) => ({
    id: `company:${company.id}`,
    kind: 'company',
    icon: 'building',
    title: company.name,
    detail: [company.organizationName, company.unreadCount > 0 ? `${company.unreadCount.toLocaleString('en-US')} unread` : null].filter(Boolean).join(' · '),
    run: { commandId: 'company.switch', args: { company: String(company.id) } },
  }));
export const listNumbers = ({ numbers }: Context): PaletteItem[] =>
  numbers.map((number) => ({
    id: `number:${number.id}`,
    kind: 'number',
    icon: 'hash',
    title: number.label,
    detail: displayPhone(number.number),
    phone: number.number,
    run: { commandId: 'go.number', args: { number: String(number.id) } },
  }));
/** Saved views, each place once, whether it is open or not, and the open panes that no place leads to. */
export const listPanes = (places: readonly Place[], context: Context): PaletteItem[] => {
  const { panes, savedViews } = context;
  const saved = savedViews.map(
    (view): PaletteItem => ({
      id: `view:${view.id}`,
      kind: 'pane',
      icon: 'bookmark',
      title: view.name,
      detail: `saved view · ${view.list}`,
      run: { commandId: 'views.open', args: { view: String(view.id) } },
    }),
  );
  const isOpen = (kind: string) => panes.some((pane) => pane.kind === kind);
  const isReached = ({ id, kind }: Context['panes'][number]) =>
    places.some((place) => place.kind === kind) && panes.find((pane) => pane.kind === kind)?.id === id;
  const here = panes
    .filter((pane) => !isReached(pane))
    .map(
      (pane): PaletteItem => ({
        id: `pane:${pane.id}`,
        kind: 'pane',
        icon: 'layout',
        title: pane.title,
        detail: 'open',
        run: { commandId: 'go.pane', args: { pane: pane.id } },
      }),
    );
  const offered = places.filter((place) => isOffered(place, context));
  const all = offered.map(
    (place): PaletteItem => ({
      id: `place:${place.kind}`,
      kind: 'pane',
      icon: place.icon,
      title: place.title.replace(/^\w+ (to )?(the )?/, ''),
      ...(isOpen(place.kind) ? { detail: 'open' } : {}),
      keywords: place.keywords,
      run: { commandId: `go.${place.kind}`, args: {} },
    }),
  );
  return [...saved, ...here, ...all];
};

export const commandToItem = (command: Command): PaletteItem => ({
  id: `command:${command.id}`,
  kind: 'command',
  icon: command.icon,
  title: command.title,
  keywords: [...command.keywords, command.group],
  run: { commandId: command.id, args: {} },
  command,
});
