/** Events that can happen while a company is switched. */
import { type InternalEvent, machine, type SwitchSnapshot, type UserEvent } from '#machines/companySwitch/index.ts';
import { type Cases, defineModel } from '#tests/driver/index.ts';
import { refusals } from './people.ts';

export const harbor = { id: 1, name: 'Harbor Dental' };
export const summit = { id: 2, name: 'Summit Roofing' };

const cases = {
  'company.chosen': [{ company: harbor }, { company: summit }],
  'refresh.retried': [{}],
  'company.lost': [{ companyId: summit.id }],
  'xstate.done.actor.refreshCompany': [{ output: undefined }],
  'xstate.error.actor.refreshCompany': [{ error: refusals.unavailable }],
  'xstate.after.settle.companySwitch.clearing': [{}],
} satisfies Cases<UserEvent | InternalEvent>;

export const model = defineModel({
  flowId: 'companySwitch',
  machine,
  input: { company: harbor },
  cases,
  sameState: ({ context }: Pick<SwitchSnapshot, 'context'>) => [context.company?.id ?? null],
});
