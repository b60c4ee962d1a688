/** Dependencies of an area's services on the app around them. */
import type { Services } from '#commands/core/services.ts';
import type { PaneKind, RowKind } from '#commands/core/types.ts';
import type { App } from '../api/app.ts';
import type { PaneHandles } from './paneStates.ts';
import type { ViewAddress } from './viewAddress.ts';
import type { Workspace } from './workspace.ts';

/** A batch in the status line. */
export interface BatchToFollow {
  readonly batchId: string;
  /** Its rows: a batch of contacts is followed by a call of its own (RULE-166). */
  readonly kind: RowKind;
  /** As the status line and undo call it. */
  readonly title: string;
  /** Said at its end. */
  readonly success?: string;
  /** Areas of the cache that it changes: they are asked for again at its end. */
  readonly areas: readonly string[];
  /** The batch that it takes back: that one is followed no longer, and nothing is said of its end. */
  readonly undoes?: string;
}

export interface ServiceDeps {
  readonly app: App;
  readonly workspace: Workspace;
  /** The nearest open pane that has this handle. */
  readonly handle: <K extends keyof PaneHandles>(name: K) => PaneHandles[K] | null;
  /** Resolves to such a handle once a pane has it as wanted; null when aborted. */
  readonly handleOnce: <K extends keyof PaneHandles>(
    name: K,
    isWanted: (handle: NonNullable<PaneHandles[K]>) => boolean,
    signal: AbortSignal,
  ) => Promise<NonNullable<PaneHandles[K]> | null>;
  /** Follows a batch in the status line until it is finished. */
  readonly followBatch: (batch: BatchToFollow) => void;
  /** The services of the other areas. */
  readonly services: () => Services;
  /** The place of a pane’s list in an address; null for a pane without one. */
  readonly findViewAddress: (kind: PaneKind) => Promise<ViewAddress | null>;
  /** Runs a command as a button does. */
  readonly run: (commandId: string) => void;
}
