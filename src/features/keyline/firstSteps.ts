/** The first steps of a newcomer to the demo data: each is a command, and is done once that has run. */

import type { Permission } from '#contract/core/permissions.ts';
import type { FirstStep } from '#contract/me/entities.ts';
import type { App, AppState } from '../../api/app.ts';
import { savePreferences } from '../../api/preferences.ts';

interface Step {
  readonly id: FirstStep;
  readonly title: string;
  /** Commands whose keys are drawn, in the order they are pressed; the first is run by choosing the step. */
  readonly commands: readonly [string, ...string[]];
  /** Commands of which one must have run; the first of `commands` where left out. */
  readonly doneBy?: readonly string[];
  /** Without it the step is not offered. */
  readonly permission?: Permission;
}

const steps: readonly Step[] = [
  { id: 'palette', title: 'Find any command', commands: ['palette.open'] },
  { id: 'inbox', title: 'Go to the inbox', commands: ['go.inbox'], permission: 'conversations.read' },
  {
    id: 'reply',
    title: 'Reply to a conversation',
    commands: ['messages.reply', 'messages.send'],
    doneBy: ['messages.send', 'messages.sendAndDone', 'messages.sendText', 'messages.schedule', 'messages.scheduleTheirTime'],
    permission: 'conversations.work',
  },
  {
    id: 'archive',
    title: 'Archive the conversation',
    commands: ['conversations.archive'],
    doneBy: ['conversations.archive', 'messages.sendAndDone'],
    permission: 'conversations.work',
  },
  { id: 'undo', title: 'Undo what you did', commands: ['keyline.undo'] },
  { id: 'keys', title: 'See keyboard shortcuts', commands: ['keyline.help'] },
];

/** Lists the steps of this user; none where there is no demo data, for staff who impersonate a user, and once they are hidden. */
export function listFirstSteps({ config }: Pick<App, 'config'>, { user, permissions, preferences }: AppState): readonly Step[] {
  if (config.demoUsers.length === 0 || user === null || user.isAdmin || preferences.firstSteps.view === 'hidden') return [];
  return steps.filter(({ permission }) => permission === undefined || permissions.has(permission));
}

/** Marks the steps this command completes as done. Where the server can't be reached they are done on this page alone. */
export function markFirstSteps(app: App, commandId: string): void {
  const state = app.get();
  const { done } = state.preferences.firstSteps;
  const completed = listFirstSteps(app, state).filter(({ id, commands, doneBy = commands.slice(0, 1) }) => doneBy.includes(commandId) && !done.includes(id));
  if (completed.length === 0) return;
  const firstSteps = { ...state.preferences.firstSteps, done: [...done, ...completed.map(({ id }) => id)] };
  app.set({ preferences: { ...state.preferences, firstSteps } });
  savePreferences(app, { firstSteps }).catch(() => undefined);
}
