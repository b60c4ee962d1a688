/** A list that leads the panes beside it: the row under its cursor is what they show. Where something else leads, its cursor marks that, or nothing. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { RowId, TableController, TableHandle } from '../table/index.ts';
import { useLatest } from '../ui/useLatest.ts';
import { usePaneStates } from './paneStates.ts';
import { isSameSubject, type RelatedRows, type Subject } from './subject.ts';
import { useRelatedRows, useSubject } from './useRelatedRows.ts';
import { useWorkspace, type Workspace } from './workspace.ts';

/** Milliseconds a cursor rests before the panes beside show its row: they do not flicker through all it passes. */
const leadDelayMs = 60;

export interface LeadingList<Row> {
  readonly table: RefObject<TableHandle<Row> | null>;
  readonly controller: TableController;
  readonly rows: readonly Row[];
  /** True once the server has said that no row matches. */
  readonly isEmpty: boolean;
  /** Names the criteria the rows match; null while they are those of the criteria before. */
  readonly rowsKey: string | null;
  readonly getSubject: (row: Row) => Subject | null;
  /** The row of this list that what is shown is; null where none can be. */
  readonly findRowId: (beside: RelatedRows) => number | null;
  /** Checks whether a row is about what is shown. */
  readonly isAbout: (row: Row, beside: RelatedRows) => boolean;
}

/** Checks whether the focus is in the pane now: a key may come before the screen has drawn where it went. */
export const isPaneFocused = (workspace: Workspace, paneId: string): boolean => workspace.get().layout.focusedId === paneId;

/** Leads while the pane has the focus, follows else. */
export function useListLeader<Row>(paneId: string, isFocused: boolean, list: LeadingList<Row>): void {
  const workspace = useWorkspace();
  const paneStates = usePaneStates();
  const subject = useSubject();
  const beside = useRelatedRows();
  const newest = useLatest({ ...list, beside });
  const { table, controller, rows } = list;
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const led = useRef<Subject | null>(null);
  /** The criteria under which the list had the row of what an address names. */
  const hadIn = useRef<string | null>(null);
  const [first] = rows;

  useEffect(() => {
    // A row that stands for nothing leads to nothing: the first one is not what its cursor is on.
    const row = newest.current.table.current?.cursorRow() ?? first;
    if (row !== undefined && subject === null) workspace.follow(newest.current.getSubject(row));
  }, [first, subject, workspace, newest]);

  const { isEmpty } = list;
  useEffect(() => {
    // What is not in the list is not what its keys act on; what an address names stays, and says so.
    if (isFocused && isEmpty && workspace.get().entered === null) workspace.follow(null);
  }, [isFocused, isEmpty, workspace]);

  useEffect(() => {
    const lead = (from: RowId | null) => {
      resting.current = undefined;
      const { beside: shown, rowsKey, ...now } = newest.current;
      const row = now.table.current?.cursorRow();
      if (row === undefined || !isPaneFocused(workspace, paneId)) return;
      // The list lost the row to other criteria, that of an address which come after its rows: nobody has moved the cursor.
      const isLost = workspace.get().entered !== null && from === now.findRowId(shown) && !now.rows.some((each) => now.isAbout(each, shown));
      if (isLost && hadIn.current !== rowsKey) {
        controller.leave();
        return;
      }
      led.current = newest.current.getSubject(row);
      workspace.follow(led.current);
    };
    if (isFocused) {
      const place = newest.current.findRowId(newest.current.beside);
      if (controller.snapshot().cursorId === null && place !== null) controller.place(place);
      // What an address names leads until the cursor is moved.
      if (workspace.get().entered === null) lead(null);
    }
    let at = controller.snapshot().cursorId;
    const stop = controller.subscribe(() => {
      paneStates.notify();
      const { cursorId } = controller.snapshot();
      if (cursorId === at) return;
      const from = at;
      at = cursorId;
      if (!isPaneFocused(workspace, paneId)) return;
      clearTimeout(resting.current);
      resting.current = setTimeout(() => lead(from), leadDelayMs);
    });
    return () => {
      stop();
      clearTimeout(resting.current);
      // Whoever leaves the list in the middle of a step leaves it where the cursor is, unless something else was opened by that.
      const row = resting.current === undefined ? undefined : newest.current.table.current?.cursorRow();
      if (row !== undefined && isSameSubject(workspace.get().followed, led.current)) workspace.follow(newest.current.getSubject(row));
      resting.current = undefined;
    };
  }, [paneId, isFocused, controller, workspace, paneStates, newest]);

  // Before it is painted: nobody sees a row marked that is not the one beside it.
  useLayoutEffect(() => {
    const place = list.findRowId(beside);
    const { entered } = workspace.get();
    if (entered !== null && isFocused && resting.current === undefined) {
      const isHere = place !== null && rows.some((row) => list.isAbout(row, beside));
      if (isHere && list.rowsKey !== null) hadIn.current = list.rowsKey;
      if (!isHere) controller.leave();
      else if (controller.snapshot().cursorId !== place) table.current?.placeCursor(place);
    }
    const isOurs = resting.current !== undefined || subject === null || (isFocused && led.current === subject);
    const { cursorId } = controller.snapshot();
    // A list that marks nothing yet marks what is shown, where it has it.
    const mayMark = cursorId !== null || rows.some((row) => list.isAbout(row, beside));
    if (!isOurs && place !== null && mayMark && cursorId !== place) table.current?.placeCursor(place);
    const row = table.current?.cursorRow();
    const isMarked = row !== undefined && list.isAbout(row, beside);
    controller.mark(isFocused || isMarked);
    // A list that leads from a row is about to show it; one without rows yet knows nothing.
    const isLeading = isFocused && entered === null && row !== undefined;
    workspace.setListed(paneId, isLeading || (rows.length === 0 && !isEmpty) || isMarked);
  });

  useEffect(() => () => workspace.setListed(paneId, null), [workspace, paneId]);
}
