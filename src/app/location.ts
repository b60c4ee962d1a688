/** The address bar and the workspace say the same: the view in front and what is open in it have an address, and an address opens them. Commands have addresses too. */
import { navigate } from 'wouter/use-browser-location';
import type { ArgText } from '#commands/core/outcome.ts';
import type { PaneKind } from '#commands/core/types.ts';
import { parseCommandUrl } from '#commands/core/url.ts';
import type { App } from '../api/app.ts';
import { startupPhases } from '../api/startupPhases.ts';
import type { PaneRegistry } from '../panes/registry.ts';
import type { Workspace } from '../panes/workspace.ts';
import { parseAddress } from './address.ts';
import type { AddressWriter, Step } from './addressWriter.ts';

/** Runner of commands of links, from now on or as soon as there are any. */
interface CommandRunnerHost {
  runFromLink(commandId: string, args: ArgText): Promise<unknown>;
}

interface LocationOptions {
  readonly app: App;
  readonly host: CommandRunnerHost;
  readonly workspace: Workspace;
  readonly panes: PaneRegistry;
}

export interface AddressBar {
  /** Id of the company the address names, among those of the person; null where it names none of them. */
  getCompanyId(): number | null;
  /** Opens what the address says, once; from then on the address follows what is open. */
  start(): void;
  /** Forgets the place in the bar: its person has left. */
  clear(): void;
  /** Opens an address: a place, or a command, which is shown with what it will do and never runs by itself. */
  open(path: string): void;
}

/** Pages outside of the workspace: signing in, a new password, a new account. */
const isOutside = (path: string) => /^\/(sign-in|sign-up|password\/|invites|remote-login|link-expired)/.test(path);

/** Makes the address bar's keeper. */
export function createAddressBar({ app, host, workspace, panes }: LocationOptions): AddressBar {
  const findCompany = (slug: string | null) => app.get().companies.find((company) => company.slug === slug);
  const parse = (path: string) => parseAddress(panes, path.split('?')[0] ?? '/', (text) => findCompany(text) !== undefined);
  const shown: { step: Step } = { step: { visit: 0, companyId: undefined } };
  const mark = () => {
    shown.step = { visit: workspace.get().visit, companyId: app.get().company?.id };
  };
  let isStarted = false;
  let writer: AddressWriter | null = null;
  const startWriter = async (): Promise<void> => {
    const { startAddressWriter } = await import('./addressWriter.ts');
    writer ??= startAddressWriter({ app, workspace, panes, shown });
  };
  const restoreQuery = (view: PaneKind, companyId: number, query: string): void => {
    if (writer) writer.restore(view, companyId, query);
    else if (query !== '') void startWriter().then(() => writer?.restore(view, companyId, query), app.notifyError);
  };

  /** Opens a place; false where it can't be opened, which is said. */
  const openPlace = (path: string, how: 'restored' | 'chosen'): boolean => {
    const address = parse(path);
    if (address === null) {
      // Pages that are no places; a path is theirs or leads nowhere.
      if (isOutside(path)) navigate(path);
      else if (path !== '/') app.notify({ tone: 'danger', message: 'Page not found. The link may be incomplete, or you don’t have access to its company.' });
      return false;
    }
    const company = findCompany(address.slug);
    if (address.slug !== null && company === undefined) {
      app.notify({ tone: 'danger', message: `You don’t have access to the company “${address.slug}”` });
      return false;
    }
    if (company && company.id !== app.get().company?.id) app.companySwitch.send({ type: 'company.chosen', company: { id: company.id, name: company.name } });
    const query = path.split('?')[1] ?? '';
    const companyId = company?.id ?? app.get().company?.id;
    if (address.place) workspace.enter(address.place, how);
    // A link without one leaves the list as it is; a step back shows it as it was.
    if (address.place && companyId !== undefined && (how === 'restored' || query !== '')) restoreQuery(address.place.view, companyId, query);
    if (how === 'restored') mark();
    return true;
  };
  const open = (path: string, how: 'restored' | 'chosen'): void => {
    const command = parseCommandUrl(path);
    // A command whose place isn't there has nothing to act on.
    if (command === null) openPlace(path, how);
    else if (command.place === null || openPlace(command.place, how)) void host.runFromLink(command.commandId, command.args);
  };

  return {
    getCompanyId: () => {
      const { pathname, search } = window.location;
      const path = parseCommandUrl(pathname + search)?.place ?? pathname;
      return findCompany(parse(path)?.slug ?? path.split('/')[1] ?? null)?.id ?? null;
    },
    start: () => {
      open(window.location.pathname + window.location.search, 'restored');
      if (!isStarted) {
        isStarted = true;
        window.addEventListener('popstate', () => open(window.location.pathname + window.location.search, 'restored'));
        void startupPhases.shown.done.then(startWriter).catch(() => undefined);
      }
      mark();
      writer?.write();
    },
    clear: () => navigate('/', { replace: true }),
    open: (path) => open(path, 'chosen'),
  };
}
