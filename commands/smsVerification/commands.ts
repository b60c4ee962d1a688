/** SMS verification (spec 2.7): each step of the flow is a command, and so is what is done with a registration and its numbers. */
import type { SmsVerification } from '#contract/smsVerification/entities.ts';
import { getLaneStatus, type SmsLane, smsLaneLabel, smsLanes, smsStatusLabel } from '#contract/smsVerification/enums.ts';
import { registrationStepLabel, registrationSteps } from '#contract/smsVerification/findings.ts';
import { arg } from '../core/args.ts';
import { type Command, command } from '../core/command.ts';
import { checkEvent, flowCommand } from '../core/flowCommand.ts';
import { createNamedArg } from '../core/namedArg.ts';
import type { Availability } from '../core/outcome.ts';
import { formatCount, getRows } from '../core/rows.ts';
import type { Context, RowSelection } from '../core/types.ts';

const writeBase = { group: 'Numbers', permission: 'registration.write' } as const;
const formBase = { group: 'Numbers', scopes: ['registrationForm', 'registrations'] } as const;
const rowBase = { ...writeBase, scopes: ['registrations', 'registration'], rows: { kind: 'registration', max: 1 } } as const;
const numberBase = { ...writeBase, scopes: ['numbers', 'number'], rows: { kind: 'number', max: 400 } } as const;

const findRegistration = (context: Context): SmsVerification | undefined => getRows(context, 'registration')?.rows[0];
const getRegistration = (context: Context): SmsVerification => {
  const row = findRegistration(context);
  if (!row) throw new Error('Select a registration first');
  return row;
};
const getNumbers = (context: Context): RowSelection<'number'> => {
  const rows = getRows(context, 'number');
  if (!rows) throw new Error('Select a number first');
  return rows;
};
const formatName = ({ id, brand }: SmsVerification): string => brand.brandName || brand.legalName || `Registration ${id}`;

const checkEditable = (context: Context): Availability => {
  const row = findRegistration(context);
  if (!row || row.campaign.isDraft || Object.values(row.status).includes('rejected')) return true;
  return { reason: 'Only drafts and rejected registrations can be edited' };
};
const checkCancelable = (context: Context): Availability => {
  const row = findRegistration(context);
  if (!row || smsLanes.some((lane) => !['draft', 'expired'].includes(getLaneStatus(row.status, lane)))) return true;
  return { reason: row.isSubmitted ? 'Already canceled' : 'Not submitted yet. Delete the draft.' };
};
const checkRemovable = (context: Context): Availability => {
  const row = findRegistration(context);
  if (!row || smsLanes.every((lane) => ['draft', 'expired'].includes(getLaneStatus(row.status, lane)))) return true;
  return { reason: 'Cancel both parts first' };
};

/** Asks for one of the company's registrations. */
const createRegistrationArg = () =>
  createNamedArg({
    label: 'Registration',
    noun: 'registration',
    icon: 'shield',
    all: ({ smsVerification }) => smsVerification.all(),
    getName: formatName,
    getDetail: ({ status }) => `Local ${smsStatusLabel[status.local].toLowerCase()} · toll-free ${smsStatusLabel[status.tollFree].toLowerCase()}`,
    getReason: () => undefined,
  });

const startCommands: readonly Command[] = [
  command({
    ...writeBase,
    id: 'texting.begin',
    title: 'Register numbers for texting',
    keywords: ['10DLC', 'brand', 'campaign', 'toll-free', 'verification', 'SMS', 'A2P', 'compliance', 'new'],
    icon: 'shield',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.smsVerification.begin(),
  }),
  command({
    ...writeBase,
    id: 'texting.optInPage',
    title: 'Open public opt-in page',
    keywords: ['consent', 'web form', 'subscribe', 'SMS', 'evidence'],
    icon: 'external',
    scopes: ['workspace'],
    quiet: true,
    run: async ({ services }) => services.smsVerification.openOptInPage(),
  }),
  command({
    group: 'Numbers',
    permission: 'registration.read',
    scopes: ['numbers', 'number'],
    rows: { kind: 'number', max: 1 },
    id: 'texting.explain',
    title: 'Show number’s texting status',
    keywords: ['explain', 'why', 'can’t send', 'texting', 'status', 'registration', '10DLC', 'blocked', '30034'],
    icon: 'circle-help',
    run: async ({ context, services }) => services.smsVerification.explain(getNumbers(context).rows[0]?.id ?? 0),
  }),
];

const stepCommands: readonly Command[] = [
  flowCommand(
    { ...formBase, id: 'texting.next', title: 'Registration: Next step', icon: 'arrow-right', keywords: ['continue', 'save'], changes: true },
    'smsVerification',
    {
      type: 'step.finished',
    },
  ),
  flowCommand({ ...formBase, id: 'texting.back', title: 'Registration: Previous step', icon: 'arrow-left', keywords: ['back', 'edit'] }, 'smsVerification', {
    type: 'step.reopened',
  }),
  command({
    ...formBase,
    id: 'texting.step',
    title: 'Registration: Choose step',
    keywords: ['edit', 'fix', 'go'],
    icon: 'list-checks',
    quiet: true,
    available: (context) => checkEvent(context, 'smsVerification', 'step.chosen'),
    args: { step: arg.one('Step', registrationSteps, registrationStepLabel) },
    run: async ({ args, services }) => services.smsVerification.goTo(args.step),
  }),
  command({
    ...formBase,
    id: 'texting.picture',
    title: 'Registration: Add opt-in picture',
    keywords: ['screenshot', 'upload', 'evidence', 'image'],
    icon: 'image',
    quiet: true,
    available: (context) => checkEvent(context, 'smsVerification', 'detail.typed'),
    run: async ({ services }) => services.smsVerification.choosePicture(),
  }),
  flowCommand(
    { ...formBase, id: 'texting.check', title: 'Registration: Check again', icon: 'refresh', keywords: ['lint', 'pages', 'website'] },
    'smsVerification',
    {
      type: 'registration.checked',
    },
  ),
  flowCommand(
    { ...formBase, id: 'texting.submit', title: 'Registration: Submit', icon: 'check-check', keywords: ['send', 'confirm'], changes: true },
    'smsVerification',
    {
      type: 'registration.submitted',
    },
  ),
  flowCommand(
    { ...formBase, id: 'texting.retry', title: 'Registration: Check submission status', icon: 'refresh', keywords: ['again', 'retry'], changes: true },
    'smsVerification',
    { type: 'registration.retried' },
  ),
  flowCommand({ ...formBase, id: 'texting.close', title: 'Registration: Close', icon: 'x', keywords: ['later', 'leave'] }, 'smsVerification', {
    type: 'registration.closed',
  }),
];

const rowCommands: readonly Command[] = [
  command({
    ...rowBase,
    permission: 'registration.read',
    id: 'texting.open',
    title: 'Open registration',
    keywords: ['detail', 'status', 'lanes'],
    icon: 'shield',
    quiet: true,
    run: async ({ context, services }) => services.smsVerification.open(getRegistration(context).id),
  }),
  command({
    ...rowBase,
    id: 'texting.edit',
    title: 'Edit registration',
    keywords: ['change', 'fix', 'resubmit', 'rejected'],
    icon: 'pencil',
    quiet: true,
    available: checkEditable,
    run: async ({ context, services }) => services.smsVerification.begin(getRegistration(context)),
  }),
  command({
    ...rowBase,
    id: 'texting.cancel',
    title: 'Cancel registration',
    keywords: ['expire', 'withdraw', 'end', 'toll-free', 'local'],
    icon: 'ban',
    quiet: true,
    changes: true,
    available: checkCancelable,
    args: {
      part: arg.list<SmsLane>({
        label: 'Part',
        options: (context) =>
          smsLanes.map((lane) => {
            const row = findRegistration(context);
            const status = row ? getLaneStatus(row.status, lane) : 'draft';
            const isOver = status === 'draft' || status === 'expired';
            return {
              value: lane,
              id: lane,
              title: smsLaneLabel[lane],
              detail: smsStatusLabel[status],
              ...(isOver ? { reason: status === 'draft' ? 'Not submitted' : 'Already expired' } : {}),
            };
          }),
      }),
    },
    review: ({ context, args }) => {
      const row = getRegistration(context);
      const numbers = row.campaign.numbers.filter(({ lane }) => lane === args.part);
      return {
        sentence: `Cancel registration of ${smsLaneLabel[args.part].toLowerCase()}. Carriers can block texts from ${formatCount(numbers.length, 'number')}.`,
        count: numbers.length,
        sample: numbers.slice(0, 5).map(({ number }) => number),
        skipped: [],
        verb: 'cancel',
        dangerous: true,
      };
    },
    run: async ({ context, args, services }) => services.smsVerification.cancel(getRegistration(context), args.part),
  }),
  command({
    ...rowBase,
    id: 'texting.delete',
    title: 'Delete registration',
    keywords: ['remove', 'draft'],
    icon: 'trash',
    available: checkRemovable,
    review: ({ context }) => ({
      sentence: `Delete the registration of ${formatName(getRegistration(context))}. Its brand goes too unless another registration uses it.`,
      count: 1,
      sample: [formatName(getRegistration(context))],
      skipped: [],
      verb: 'delete',
      dangerous: true,
    }),
    run: async ({ context, services }) => services.smsVerification.remove(getRegistration(context)),
  }),
];

const numberCommands: readonly Command[] = [
  command({
    ...numberBase,
    id: 'texting.addNumbers',
    title: 'Add numbers to registration',
    keywords: ['10DLC', 'campaign', 'texting', 'toll-free'],
    icon: 'plus',
    args: { registration: createRegistrationArg() },
    run: async ({ context, args, services }) => services.smsVerification.addNumbers(args.registration, getNumbers(context)),
  }),
  command({
    ...numberBase,
    id: 'texting.removeNumbers',
    title: 'Remove numbers from registration',
    keywords: ['10DLC', 'campaign', 'texting', 'take out'],
    icon: 'minus',
    args: { registration: createRegistrationArg() },
    run: async ({ context, args, services }) => services.smsVerification.removeNumbers(args.registration, getNumbers(context)),
  }),
];

/** Commands over SMS verification. */
export const smsVerificationCommands: readonly Command[] = [...startCommands, ...stepCommands, ...rowCommands, ...numberCommands];
