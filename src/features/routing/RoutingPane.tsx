/** Pane of a number's routing. */
import { useCompanyId } from '../../api/app.ts';
import { PaneHeader, type PaneProps, useRelatedRows } from '../../panes/index.ts';
import { useNumbers } from '../../shared/numbers.ts';
import { displayPhone, EmptyState, formatNumberName } from '../../ui/index.ts';
import { Editor } from './Editor.tsx';

export function RoutingPane(props: PaneProps) {
  const companyId = useCompanyId();
  const { numberId } = useRelatedRows();
  const id = props.params.id === undefined ? (numberId ?? 0) : Number(props.params.id);
  if (companyId === null || !Number.isSafeInteger(id) || id <= 0)
    return (
      <>
        <PaneHeader title="Routing" />
        <EmptyState icon="phone-forwarded">Select a number to edit its call routing.</EmptyState>
      </>
    );
  return <NumberRouting key={`${companyId} ${id}`} paneId={props.paneId} companyId={companyId} id={id} />;
}

function NumberRouting({ paneId, companyId, id }: { paneId: string; companyId: number; id: number }) {
  const number = useNumbers(companyId).find((each) => each.id === id);
  return (
    <Editor
      paneId={paneId}
      input={{ companyId, of: 'number', id }}
      title={number?.label || 'Routing'}
      detail={number ? `${displayPhone(number.number)} · routing` : 'routing'}
      subject={number ? formatNumberName(number) : null}
      number={number}
    />
  );
}
