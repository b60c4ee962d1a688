/** Creating a company, as commands reach it. */
import { watchPerson } from '#commands/auth/personKey.ts';
import type { CompanyCreationServices } from '#commands/companyCreation/types.ts';
import { getReason, listPlans, type UserEvent } from '#machines/companyCreate/index.ts';
import { isIn } from '#machines/state.ts';
import { getCompanyId } from '../../api/app.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { assertAccepted, sendAndSettle } from '../../store/flowEvents.ts';
import { cardTrip } from './cardTrip.ts';
import { type CreationEntry, creationStore } from './creationStore.ts';

const send = ({ actor }: CreationEntry, event: UserEvent): void => {
  assertAccepted(actor, getReason, event);
  actor.send(event);
};

const check: UserEvent = { type: 'creation.checked' };
const submit: UserEvent = { type: 'details.submitted' };

/** Makes room for another creation. */
function close(entry: CreationEntry): void {
  if (getReason(entry.actor.getSnapshot(), 'creation.closed') === null) entry.actor.send({ type: 'creation.closed' });
}

/** Takes up the creation of a company where it stands. */
export function takeUp(entry: CreationEntry, companyId: number): void {
  const snapshot = entry.actor.getSnapshot();
  if (!isIn(snapshot, 'closed') && snapshot.context.companyId === companyId) return;
  close(entry);
  entry.actor.send({ type: 'company.known', companyId });
}

/** Creates a company by its name and time zone, and enters it. Rejects with the words of what went wrong; tried again it is the same company. */
export async function createByName({ app }: Pick<ServiceDeps, 'app'>, details: { readonly name: string; readonly timezone: string }): Promise<void> {
  const isHere = watchPerson(() => app.get().user);
  const entry = creationStore.get(app, 'own');
  const { actor } = entry;
  const isSettled = (snapshot: ReturnType<typeof actor.getSnapshot>) => !isIn(snapshot, 'creating', 'looking');
  if (isIn(actor.getSnapshot(), 'unsure')) await sendAndSettle(actor, getReason, check, isSettled).catch(() => undefined);
  const { context, ...state } = actor.getSnapshot();
  const isMade = context.creation?.name === details.name.trim() && app.get().companies.every(({ id }) => id !== context.creation?.companyId);
  if (!isMade) {
    if (!isIn(state, 'details')) close(entry);
    send(entry, { type: 'creation.opened', details });
    await sendAndSettle(actor, getReason, submit, isSettled);
  }
  if (isHere()) await entry.enter();
}

/** Commands over the creation of a company, as the app provides them. */
export function createCompanyCreationServices({ app, workspace }: ServiceDeps): CompanyCreationServices {
  const get = () => creationStore.get(app, 'own');
  const getContext = () => get().actor.getSnapshot().context;
  return {
    open: () => {
      const entry = get();
      workspace.open('companyCreate');
      if (isIn(entry.actor.getSnapshot(), 'details')) return;
      close(entry);
      send(entry, { type: 'creation.opened' });
    },
    resume: () => {
      takeUp(get(), getCompanyId(app));
      workspace.open('companyCreate');
    },
    listPlans: async () => listPlans(getContext().creation),
    choosePlan: (planId) => send(get(), { type: 'plan.chosen', planId }),
    listOffers: async () => getContext().offers,
    searchNumbers: (areaCode) => {
      // Found numbers stay while the same is searched again.
      if (areaCode !== undefined && areaCode !== getContext().areaCode) send(get(), { type: 'area.typed', areaCode });
      send(get(), { type: 'numbers.searched' });
    },
    chooseNumber: (number) => send(get(), { type: 'number.chosen', number }),
  };
}

/** Opens the pane in a company that was just created, and after the way back from the page of the card service. */
export function followCreation({ app, workspace }: Pick<ServiceDeps, 'app' | 'workspace'>): void {
  let shown: number | null = null;
  const look = () => {
    const { companyId } = app.get();
    if (companyId === null) return;
    const isBack = cardTrip.get() === companyId;
    const [own] = creationStore.entries();
    const isNew = own?.entry.actor.getSnapshot().context.creation?.companyId === companyId && shown !== companyId;
    if (!isBack && !isNew) return;
    if (isBack) cardTrip.end();
    shown = companyId;
    takeUp(creationStore.get(app, 'own'), companyId);
    workspace.open('companyCreate');
  };
  app.subscribe(look);
  look();
}
