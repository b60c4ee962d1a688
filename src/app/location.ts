/** The address bar and the workspace say the same: the focused pane has a URL, and a URL opens its pane. Commands have URLs too. */

import { navigate } from 'wouter/use-browser-location';
import type { Dispatcher } from '#commands/core/dispatcher.ts';
import { parseCommandUrl } from '#commands/core/url.ts';
import { formatPath, getFocusedPane, type PaneRegistry, parsePath, type Workspace } from '../panes/index.ts';

/** Whoever runs commands, now or as soon as there are any. */
interface CommandRunnerHost {
  readonly dispatcher: { run(...args: Parameters<Dispatcher['run']>): Promise<unknown> };
}

/** Opens what an address names: a pane, or a command, which is shown with what it will do and never runs by itself. */
export function openAddress(path: string, host: CommandRunnerHost, workspace: Pick<Workspace, 'open'>, panes: PaneRegistry): void {
  const command = parseCommandUrl(path);
  if (command) {
    void host.dispatcher.run(command.commandId, { source: 'url', args: command.args });
    return;
  }
  const view = parsePath(panes, path.split('?')[0] ?? '/');
  if (view) workspace.open(view.kind, view.params);
  // Pages that are no panes: signing in, a new password, a new account.
  else if (window.location.pathname !== path && /^\/(sign-in|sign-up|password\/)/.test(path)) navigate(path);
}

/** Keeps the address bar at the focused pane; going back in the browser opens what was there. */
export function syncAddress(
  host: CommandRunnerHost,
  workspace: Workspace,
  panes: PaneRegistry,
  navigate: (path: string, options: { replace: boolean }) => void,
): () => void {
  const show = () => {
    const { view } = getFocusedPane(workspace.get().layout);
    const path = formatPath(panes, view.kind, view.params);
    if (window.location.pathname !== path) navigate(path, { replace: true });
  };
  const onPop = () => openAddress(window.location.pathname + window.location.search, host, workspace, panes);
  window.addEventListener('popstate', onPop);
  const stop = workspace.subscribe(show);
  show();
  return () => {
    window.removeEventListener('popstate', onPop);
    stop();
  };
}
