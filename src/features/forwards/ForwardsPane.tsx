/** The phones that the numbers ring, the most used first, each with what rings it: Enter opens that routing. */
import { useQuery } from '@tanstack/react-query';
import type { ForwardDestination } from '#contract/forwards/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import type { PaneProps } from '../../panes/index.ts';
import { PlainListPane } from '../../panes/PlainListPane.tsx';
import type { Column } from '../../table/index.ts';
import { displayPhone, EmptyState, formatNumberName, Icon, PhoneText } from '../../ui/index.ts';
import { createForwardsQuery } from './data.ts';

const none: readonly ForwardDestination[] = [];
/** "Main line (ext. 1 Advisors), Sales (ext. 2)": numbers with the extension, and its label where that is another. */
const formatPlaces = ({ uses, rungBy }: ForwardDestination) => {
  const places = uses.map(
    ({ numberLabel, number, extension, label }) =>
      `${formatNumberName({ label: numberLabel, number })} (ext. ${extension}${label === '' || label === numberLabel ? '' : ` ${label}`})`,
  );
  return `${places.join(', ')}${rungBy > uses.length ? ` and ${(rungBy - uses.length).toLocaleString('en-US')} more` : ''}`;
};

const columns: readonly Column<ForwardDestination>[] = [
  {
    id: 'mark',
    header: 'Kind',
    headerHidden: true,
    width: 32,
    min: 32,
    hideable: false,
    render: (row) => (row.ownLabel === null ? <Icon name="phone" tone="muted" label="Phone" /> : <Icon name="hash" tone="green" label="Own number" />),
  },
  { id: 'number', header: 'Destination', width: 140, min: 124, hideable: false, rank: 'lead', render: (row) => <PhoneText number={row.number} /> },
  { id: 'own', header: 'Own number', width: 120, min: 72, rank: 'text', render: (row) => <span>{row.ownLabel ?? ''}</span> },
  { id: 'places', header: 'Used by', width: 320, min: 120, grow: 1, rank: 'text', render: (row) => <span>{formatPlaces(row)}</span> },
  { id: 'count', header: 'Uses', width: 72, min: 56, align: 'end', render: (row) => <span>{row.rungBy.toLocaleString('en-US')}</span> },
];
const drops = ['own', 'count'];

export function ForwardsPane({ paneId }: PaneProps) {
  const app = useApp();
  const commands = useCommands();
  const companyId = useCompanyId();
  const query = useQuery({ ...createForwardsQuery(app, companyId ?? 0), enabled: companyId !== null });
  const open = ({ uses }: ForwardDestination) => {
    const ids = [...new Set(uses.map(({ numberId }) => numberId))];
    const [only] = ids;
    commands.run('forwards.openRouting', ids.length === 1 && only !== undefined ? { number: String(only) } : {});
  };
  return (
    <PlainListPane
      paneId={paneId}
      kind="forward"
      scope="forwards"
      title="Destinations"
      columns={columns}
      drops={drops}
      rows={query.data ?? none}
      query={query}
      getRowId={(row) => row.number}
      formatSearchText={(row) => [row.number, displayPhone(row.number), row.ownLabel, formatPlaces(row)].join(' ')}
      placeholder="Destination, number or extension"
      onOpen={open}
      empty={
        <EmptyState icon="phone-forwarded" action={{ title: 'Edit how a number rings', onAct: () => commands.run('routing.edit') }}>
          No destinations. All calls go to voicemail.
        </EmptyState>
      }
    />
  );
}
