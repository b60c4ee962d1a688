/** What an area's services need of the app around them. */
import type { Services } from '#commands/core/services.ts';
import type { App } from '../api/app.ts';
import type { PaneHandles } from './paneRegistry.ts';
import type { Workspace } from './workspace.ts';

export interface ServiceDeps {
  readonly app: App;
  readonly workspace: Workspace;
  /** The nearest open pane that has this handle. */
  readonly handle: <K extends keyof PaneHandles>(name: K) => PaneHandles[K] | null;
  /** Follows a batch in the status line until it is finished. */
  readonly followBatch: (batchId: string, kind: string, successMessage: string | null) => void;
  /** The services of the other areas. */
  readonly services: () => Services;
  /** Runs a command as a button does. */
  readonly run: (commandId: string) => void;
}
