/** Registrations, newest first; the form takes the list's place while one is made. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FlowView } from '#commands/core/types.ts';
import type { SmsVerification } from '#contract/smsVerification/entities.ts';
import { smsStatusLabel } from '#contract/smsVerification/enums.ts';
import { getReason, type RegistrationSnapshot, userEvents } from '#machines/smsVerification/index.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { useFlow } from '../../panes/useFlow.ts';
import { EmptyState, IconButton } from '../../ui/index.ts';
import { createRegistrationsQuery } from './data.ts';
import { RegistrationForm } from './RegistrationForm.tsx';
import { formatBrand, registrationColumns } from './registrationColumns.tsx';
import { formatStanding, type RegistrationActor, registrationStore } from './registrationStore.ts';

const none: readonly SmsVerification[] = [];
const drops = ['reason', 'numbers', 'updated_at'];
const formatSearchText = (row: SmsVerification) =>
  [
    formatBrand(row),
    row.brand.legalName,
    ...row.campaign.numbers.map(({ number }) => number),
    smsStatusLabel[row.status.local],
    smsStatusLabel[row.status.tollFree],
  ].join(' ');

export function RegistrationsPane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="SMS verification" /> : <Registrations paneId={paneId} companyId={companyId} />;
}

interface Props {
  readonly paneId: string;
  readonly companyId: number;
  readonly actor: RegistrationActor;
  readonly snapshot: RegistrationSnapshot;
  readonly flow: FlowView;
}

function Registrations(place: Pick<Props, 'paneId' | 'companyId'>) {
  const { entry, snapshot, flow } = useFlow(registrationStore, place.companyId, { userEvents, getReason });
  const props = { ...place, actor: entry.actor, snapshot, flow };
  return isIn(snapshot, 'closed') ? <List {...props} seen={entry.seen} /> : <Form {...props} />;
}

function Form({ paneId, companyId, actor, snapshot, flow }: Props) {
  const commands = useCommands();
  useRegisterPane(paneId, () => ({
    scopes: ['registrationForm', 'registrations'],
    flows: { smsVerification: flow },
    handles: {
      send: { smsVerification: (event) => actor.send(event) },
      back: () => {
        const event = (['step.reopened', 'registration.closed'] as const).find((type) => getReason(actor.getSnapshot(), type) === null);
        if (event === undefined) return false;
        actor.send({ type: event });
        return true;
      },
    },
  }));
  return (
    <>
      <PaneHeader title="Register numbers for texting">
        <IconButton name="x" label="Close" keys={commands.keys('texting.close')} onClick={() => commands.run('texting.close')} />
      </PaneHeader>
      <PaneBody>
        <RegistrationForm companyId={companyId} actor={actor} snapshot={snapshot} />
      </PaneBody>
    </>
  );
}

function List({ paneId, companyId, actor, flow, seen }: Props & { readonly seen: Map<number, string> }) {
  const app = useApp();
  const commands = useCommands();
  const query = useQuery(createRegistrationsQuery(app, companyId));
  useEffect(() => {
    for (const row of query.data ?? none) seen.set(row.id, formatStanding(row));
  }, [query.data, seen]);
  return (
    <PlainListPane
      paneId={paneId}
      kind="registration"
      scope="registrations"
      title="SMS verification"
      columns={registrationColumns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Brand, number or status"
      onOpen={() => commands.run('texting.open')}
      opens="registration"
      actions={[{ icon: 'plus', label: 'Register numbers for texting', command: 'texting.begin' }]}
      more={{ flows: { smsVerification: flow }, handles: { send: { smsVerification: (event) => actor.send(event) } } }}
      empty={
        <EmptyState
          icon="shield"
          action={{ title: 'Register numbers for texting', keys: commands.keys('texting.begin'), onAct: () => commands.run('texting.begin') }}
        >
          No registrations yet. US carriers block texts from numbers that aren’t registered.
        </EmptyState>
      }
    />
  );
}
