/** Pane of a template's routing, which it gives the numbers it is applied to, in the editor of numbers. */
import { useQuery } from '@tanstack/react-query';
import { useApp, useCompanyId } from '../../api/app.ts';
import { PaneHeader, type PaneProps } from '../../panes/index.ts';
import { createTemplatesQuery } from '../../shared/templates.ts';
import { EmptyState } from '../../ui/index.ts';
import { Editor } from './Editor.tsx';

export function TemplatePane({ paneId, params }: PaneProps) {
  const app = useApp();
  const companyId = useCompanyId();
  const { data } = useQuery({ ...createTemplatesQuery(app, companyId ?? 0), enabled: companyId !== null });
  const id = Number(params.id);
  if (companyId === null || !Number.isSafeInteger(id) || id <= 0)
    return (
      <>
        <PaneHeader title="Number template" />
        <EmptyState icon="phone-forwarded">Select a template to edit it.</EmptyState>
      </>
    );
  const name = data?.find((each) => each.id === id)?.name ?? null;
  return (
    <Editor
      key={`${companyId} ${id}`}
      paneId={paneId}
      input={{ companyId, of: 'template', id }}
      title={name ?? 'Number template'}
      detail="number template"
      subject={name}
      note="Applies to a number only when you apply it, in the number’s own time zone."
    />
  );
}
