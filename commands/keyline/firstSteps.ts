/** The list of first steps on the demo data: folded to a line, opened again, and hidden for good. */
import { type Command, command } from '../core/command.ts';
import type { Availability } from '../core/outcome.ts';
import type { Services } from '../core/services.ts';
import type { Context } from '../core/types.ts';

const stepsBase = { group: 'Keyline', scopes: ['workspace'], keywords: ['checklist', 'getting started', 'tutorial', 'tour', 'onboarding', 'learn'] } as const;

type View = Context['preferences']['firstSteps']['view'];

/** Offers a command where the demo data is, to users themselves, while the list is shown in one of these ways. */
const offeredWhile =
  (views: readonly View[], otherwise: string) =>
  ({ demoUsers, preferences, user }: Context): Availability => {
    const isHere = demoUsers.length > 0 && user !== null && !user.isAdmin;
    return (isHere && views.includes(preferences.firstSteps.view)) || { reason: isHere ? otherwise : 'First steps come with the demo data', isMoot: true };
  };

const saveView = (context: Context, services: Services, view: View, message: string) =>
  services.preferences.save({ firstSteps: { ...context.preferences.firstSteps, view } }, message);

export const firstStepsCommands: readonly Command[] = [
  command({
    ...stepsBase,
    id: 'firstSteps.open',
    title: 'Show first steps',
    icon: 'list-checks',
    available: offeredWhile(['folded', 'hidden'], 'The first steps are open already'),
    quiet: true,
    run: async ({ context, services }) => void (await saveView(context, services, 'open', '')),
  }),
  command({
    ...stepsBase,
    id: 'firstSteps.fold',
    title: 'Fold first steps',
    icon: 'chevron-down',
    available: offeredWhile(['open'], 'The first steps aren’t open'),
    quiet: true,
    run: async ({ context, services }) => void (await saveView(context, services, 'folded', '')),
  }),
  command({
    ...stepsBase,
    id: 'firstSteps.hide',
    title: 'Hide first steps',
    icon: 'x',
    available: offeredWhile(['open', 'folded'], 'The first steps are hidden already'),
    changes: true,
    run: ({ context, services }) => saveView(context, services, 'hidden', 'First steps hidden. The palette shows them again'),
  }),
];
