/** Port-in requests, newest first; the form takes the list's place while one is made. */
import { useQuery } from '@tanstack/react-query';
import type { FlowView } from '#commands/core/types.ts';
import type { PortRequest } from '#contract/porting/entities.ts';
import { portStatusLabel } from '#contract/porting/enums.ts';
import { getReason, type PortSnapshot, userEvents } from '#machines/portIn/index.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import { useFlow } from '../../panes/useFlow.ts';
import { EmptyState, IconButton } from '../../ui/index.ts';
import { createPortsQuery } from './data.ts';
import { PortForm } from './PortForm.tsx';
import { formatNumbers, portColumns } from './portColumns.tsx';
import { type PortActor, portInStore } from './portInStore.ts';

const none: readonly PortRequest[] = [];
const drops = ['reason', 'targetDate', 'carrier', 'updated_at'];
const formatSearchText = (row: PortRequest) =>
  [formatNumbers(row), ...row.numbers.map(({ number }) => number), row.losingCarrier, portStatusLabel[row.status]].join(' ');

export function PortsPane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  return companyId === null ? <PaneHeader title="Port-in requests" /> : <Ports paneId={paneId} companyId={companyId} />;
}

interface Props {
  readonly paneId: string;
  readonly companyId: number;
  readonly actor: PortActor;
  readonly snapshot: PortSnapshot;
  readonly flow: FlowView;
}

function Ports(place: Pick<Props, 'paneId' | 'companyId'>) {
  const { entry, snapshot, flow } = useFlow(portInStore, place.companyId, { userEvents, getReason });
  const props = { ...place, actor: entry.actor, snapshot, flow };
  return isIn(snapshot, 'closed') ? <List {...props} /> : <Form {...props} />;
}

function Form({ paneId, actor, snapshot, flow }: Props) {
  const commands = useCommands();
  useRegisterPane(paneId, () => ({
    scopes: ['portForm', 'ports'],
    flows: { portIn: flow },
    handles: {
      send: { portIn: (event) => actor.send(event) },
      back: () => {
        const step = ['draft.revised', 'port.closed'] as const;
        const event = step.find((type) => getReason(actor.getSnapshot(), type) === null);
        if (event === undefined) return false;
        actor.send({ type: event });
        return true;
      },
    },
  }));
  return (
    <>
      <PaneHeader title="Port numbers in">
        <IconButton name="x" label="Close" keys={commands.keys('porting.close')} onClick={() => commands.run('porting.close')} />
      </PaneHeader>
      <PaneBody>
        <PortForm actor={actor} snapshot={snapshot} />
      </PaneBody>
    </>
  );
}

function List({ paneId, companyId, actor, flow }: Props) {
  const app = useApp();
  const commands = useCommands();
  const query = useQuery(createPortsQuery(app, companyId));
  return (
    <PlainListPane
      paneId={paneId}
      kind="port"
      scope="ports"
      title="Port-in requests"
      columns={portColumns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.id}
      formatSearchText={formatSearchText}
      placeholder="Number, carrier or status"
      onOpen={() => commands.run('porting.open')}
      opens="port"
      actions={[{ icon: 'plus', label: 'Port numbers in', command: 'porting.begin' }]}
      more={{
        flows: { portIn: flow },
        handles: { send: { portIn: (event) => actor.send(event) } },
      }}
      empty={
        <EmptyState
          icon="phone-incoming"
          action={{ title: 'Port numbers in', keys: commands.keys('porting.begin'), onAct: () => commands.run('porting.begin') }}
        >
          No port-in requests yet. Port a number to keep it when you change carriers.
        </EmptyState>
      }
    />
  );
}
