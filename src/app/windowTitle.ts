/** The window in the browser's tabs: its title and icon carry where one is and how many conversations are unread; another company is announced. */
import { getStateName } from '#machines/state.ts';
import type { App } from '../api/app.ts';
import { getFocusedPane, type PaneRegistry, type PaneStateStore, type Workspace } from '../panes/index.ts';
import { announce } from '../ui/index.ts';

/** Colour of the mark where no company is open. */
const ownColor = '#4f46e5';

/** Formats the title: "(3) Dana Whitfield · Northwind Motors · Keyline". */
export function formatWindowTitle({
  unread,
  place,
  company,
  product = 'Keyline',
}: {
  unread: number;
  place: string | null;
  company: string | null;
  product?: string;
}): string {
  const words = [place, company, product].filter((word) => word !== null && word !== '').join(' · ');
  return unread > 0 ? `(${unread.toLocaleString('en-US')}) ${words}` : words;
}

/** Draws the icon: the mark on the company's colour, with a dot while something is unread. */
export function createWindowIcon({ color, hasUnread }: { color: string; hasUnread: boolean }): string {
  const dot = hasUnread ? '<circle cx="25" cy="7" r="7" fill="#e5484d" stroke="#fff" stroke-width="2"/>' : '';
  const mark = '<path d="M11 8v16M11 17.5 20.5 8M15 14l6.5 10" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/>${mark}${dot}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

interface WindowTitleOptions {
  readonly app: App;
  readonly workspace: Workspace;
  readonly paneStates: PaneStateStore;
  readonly panes: PaneRegistry;
}

/** Keeps both true for as long as the app lives. */
export function startWindowTitle({ app, workspace, paneStates, panes }: WindowTitleOptions): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const update = () => {
    const { user, company, companies, companyId } = app.get();
    const pane = getFocusedPane(workspace.get().layout);
    const unread = companies.find(({ id }) => id === companyId)?.unreadCount ?? 0;
    // Until the next company is entered, panes show what belongs to the one before.
    const subject = company !== null && companyId === null ? null : paneStates.get(pane.id)?.subject;
    const place = user === null ? null : (subject ?? panes[pane.view.kind].title);
    const title = formatWindowTitle({ unread, place, company: companies.length > 1 ? (company?.name ?? null) : null, product: app.config.name });
    if (document.title !== title) document.title = title;
    const color = company && /^#[0-9a-f]{6}$/i.test(company.accent) ? company.accent : ownColor;
    const href = createWindowIcon({ color, hasUnread: unread > 0 });
    if (icon && icon.href !== href) icon.href = href;
  };
  let queued = false;
  const soon = () => {
    if (queued) return;
    queued = true;
    // Not by frames: a window in the background draws none.
    setTimeout(() => {
      queued = false;
      update();
    });
  };
  for (const part of [workspace, paneStates]) part.subscribe(soon);
  let shownId = app.get().company?.id;
  app.subscribe(() => {
    const id = app.get().company?.id;
    // At once: no name of one company stands over another.
    if (id !== shownId) update();
    else soon();
    shownId = id;
  });
  soon();

  // The first company may have been entered before this came.
  let entered = app.get().companyId;
  app.companySwitch.subscribe((snapshot) => {
    const { company } = snapshot.context;
    if (getStateName(snapshot) !== 'idle' || company === null || company.id === entered) return;
    if (entered !== null) announce(`Switched to ${company.name}`);
    entered = company.id;
  });
}
