/** SMS verification, as commands reach it. */
import type { SmsVerificationServices } from '#commands/smsVerification/types.ts';
import { smsStatusLabel } from '#contract/smsVerification/enums.ts';
import { smsVerificationMessages as messages } from '#contract/smsVerification/texts.ts';
import { getReason, toggleEntry } from '#machines/smsVerification/index.ts';
import { getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { type ServiceDeps, showNear } from '../../panes/index.ts';
import { choosePicture } from '../../ui/chooseFile.ts';
import { displayPhone } from '../../ui/index.ts';
import { createRegistrationsQuery } from './data.ts';
import { registrationStore } from './registrationStore.ts';

/** Commands over registrations, as the app provides them. */
export function createSmsVerificationServices({ app, workspace }: ServiceDeps): SmsVerificationServices {
  const getActor = () => registrationStore.get(app, getCompanyId(app)).actor;
  const refresh = async (companyId: number) => {
    await Promise.all([
      app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'registrations') }),
      app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'numbers', 'one') }),
    ]);
  };
  const all = () => app.queries.fetchQuery(createRegistrationsQuery(app, getCompanyId(app)));
  const changeNumbers = async (id: number, numbers: readonly number[], isAdding: boolean) => {
    const companyId = getCompanyId(app);
    await app.api.call(isAdding ? 'smsVerification.addNumbers' : 'smsVerification.removeNumbers', { companyId, body: { id, numbers: [...numbers] } });
    await refresh(companyId);
  };
  const createNumberChange =
    (isAdding: boolean): SmsVerificationServices['addNumbers'] =>
    async ({ id }, on) => {
      if (on.mode === 'matching') throw new Error('Select the numbers one by one, up to 400');
      const ids = on.rows.map((row) => row.id);
      await changeNumbers(id, ids, isAdding);
      return {
        message: isAdding ? messages.numbersAdded : messages.numbersRemoved,
        undo: { title: isAdding ? 'Add numbers to registration' : 'Remove numbers from registration', run: () => changeNumbers(id, ids, !isAdding) },
      };
    };
  return {
    begin: (verification) => {
      const actor = getActor();
      workspace.open('registrations');
      const event = { type: 'registration.opened' as const, ...(verification ? { verification } : {}) };
      if (getReason(actor.getSnapshot(), event) === null) actor.send(event);
    },
    open: (id) => showNear(workspace, 'registration', { id: String(id) }),
    goTo: (step) => getActor().send({ type: 'step.chosen', step }),
    choosePicture: () => {
      const companyId = getCompanyId(app);
      const actor = getActor();
      choosePicture((file) => {
        app.api.call('smsVerification.upload', { companyId, body: {}, files: [{ field: 'picture', file }] }).then(
          ({ id }) => {
            const { pictures } = actor.getSnapshot().context.draft;
            actor.send({ type: 'detail.typed', field: 'pictures', value: toggleEntry(pictures, String(id)) });
            app.notify({ tone: 'success', message: `${file.name} added` });
          },
          (error: unknown) => app.notifyError(error),
        );
      });
    },
    all,
    cancel: ({ id }, lane) => getActor().send({ type: 'lane.canceled', id, lane }),
    remove: async ({ id }) => {
      const companyId = getCompanyId(app);
      await app.api.call('smsVerification.delete', { companyId, params: { id }, query: { removeSuperfluousBrand: '1' } });
      await refresh(companyId);
      return { message: 'Registration deleted' };
    },
    addNumbers: createNumberChange(true),
    removeNumbers: createNumberChange(false),
    explain: async (numberId) => {
      const companyId = getCompanyId(app);
      const number = await app.api.call('numbers.get', { companyId, params: { idOrNumber: String(numberId) }, query: { include: 'sms-verification' } });
      const name = displayPhone(number.number);
      const status = number.smsVerification?.status;
      if (!number.smsEnabled) return { message: `${name}: texting is turned off`, changed: false };
      if (status === 'approved') return { message: `${name}: approved for texting`, changed: false };
      if (!number.smsVerification) return { message: `${name}: not registered, so US carriers can block its texts. Register it for texting.`, changed: false };
      const { reason } = number.smsVerification;
      const label = smsStatusLabel[number.smsVerification.status].toLowerCase();
      return { message: `${name}: registration ${label}${reason === null ? '' : `. ${reason}`}`, changed: false };
    },
    openOptInPage: async () => {
      const submitted = (await all()).find(({ isSubmitted }) => isSubmitted);
      if (!submitted) throw new Error('Submit a registration first. The opt-in page shows its brand and consent.');
      window.open(submitted.optInPageUrl, '_blank', 'noopener');
    },
  };
}
