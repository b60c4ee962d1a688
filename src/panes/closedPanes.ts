/** Panes that were closed, for bringing them back. */
import type { PaneKind } from '#commands/core/types.ts';
import { getFocusedPane, type Layout, listPanes, type PaneView, split } from './layout.ts';
import { close } from './layoutActions.ts';
import type { Workspace } from './workspace.ts';

/** What a closed pane showed, and the tiling before and after. */
interface ClosedPane {
  readonly shown: PaneView;
  readonly before: Layout;
  readonly after: Layout;
}

export interface ClosedPanes {
  /** Closes the focused pane; the last one stays. */
  close(): void;
  /** Opens the one closed last in this view: where it was, if no other came or went since; else beside the focused one. */
  reopen(): void;
  canReopen(): boolean;
  /** Forgets them all: somebody else is here. */
  clear(): void;
}

/** Panes of a view that can come back, at most. */
const maxClosed = 10;

const listIds = ({ root }: Layout) =>
  listPanes(root)
    .map(({ id }) => id)
    .join();

export function createClosedPanes(workspace: Workspace): ClosedPanes {
  const closed = new Map<PaneKind, readonly ClosedPane[]>();
  const getHere = () => closed.get(workspace.get().layout.view) ?? [];
  return {
    close: () =>
      workspace.change((before) => {
        const { id, view } = getFocusedPane(before);
        const after = close(before, id);
        if (after !== before) closed.set(before.view, [...getHere(), { shown: view, before, after }].slice(-maxClosed));
        return after;
      }),
    reopen: () => {
      const here = getHere();
      const last = here.at(-1);
      if (!last) return;
      closed.set(workspace.get().layout.view, here.slice(0, -1));
      workspace.change((layout) => (listIds(layout) === listIds(last.after) ? last.before : split(layout, layout.focusedId, 'row', last.shown)));
    },
    canReopen: () => getHere().length > 0,
    clear: () => closed.clear(),
  };
}
