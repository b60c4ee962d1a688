/** Words about undo, said by the command and by the dispatcher. */

/** Said while nothing was changed. */
export const nothingToUndo = 'Nothing to undo';

/** Says that the last command has no undo. */
export const formatNoUndo = (title: string): string => `“${title}” can’t be undone`;
