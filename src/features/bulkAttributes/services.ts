/** Updating custom fields in bulk as commands reach it. */
import type { BulkAttributeServices } from '#commands/bulkAttributes/types.ts';
import { bulkAttributeMessages, templateFileName } from '#contract/bulkAttributes/texts.ts';
import { getReason, type UpdateSnapshot, type UserEvent } from '#machines/bulkAttributes/index.ts';
import { isIn } from '#machines/state.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { downloadCsv } from '../../shared/sheets/downloadCsv.ts';
import { chooseSheet, pasteSheet } from '../../shared/sheets/sheetSource.ts';
import { assertAccepted, sendAndSettle } from '../../store/flowEvents.ts';
import { getOrganizationId, saveChoices, updateStore } from './updateStore.ts';

/** Takes a file into the flow of the open company. Throws what it is refused with. */
export function takeFile(app: App, file: File): void {
  const { actor, keep } = updateStore.get(app, getCompanyId(app));
  const event = { type: 'file.chosen', file: file.name } as const;
  assertAccepted(actor, getReason, event);
  keep(file);
  actor.send(event);
}

const isChecked = (snapshot: UpdateSnapshot) => !isIn(snapshot, 'checking', 'extending');

/** Commands over bulk attribute updates, as the app provides them. */
export function createBulkAttributeServices({ app, workspace }: ServiceDeps): BulkAttributeServices {
  const place = () => updateStore.get(app, getCompanyId(app));
  const send = (event: UserEvent, isSettled: (snapshot: UpdateSnapshot) => boolean) => sendAndSettle(place().actor, getReason, event, isSettled);
  const refresh = async (companyId: number) => {
    await Promise.all(['numbers', 'calls', 'customFields'].map((area) => app.queries.invalidateQueries({ queryKey: keys.of(companyId, area) })));
  };
  const take = (file: File) => {
    takeFile(app, file);
    workspace.open('bulkAttributes');
  };
  return {
    template: async () => {
      const companyId = getCompanyId(app);
      const { scope } = place().actor.getSnapshot().context;
      const csv: unknown =
        scope === 'company'
          ? await app.api.call('bulkAttributes.template', { companyId })
          : await app.api.call('bulkAttributes.organizationTemplate', { params: { id: getOrganizationId(app, companyId) } });
      if (typeof csv !== 'string') throw new Error('The template could not be read');
      downloadCsv(csv, templateFileName);
      workspace.open('bulkAttributes');
      return { message: 'Template downloaded' };
    },
    choose: () => {
      workspace.open('bulkAttributes');
      chooseSheet(app, take);
    },
    paste: async () => take(await pasteSheet()),
    confirm: async () => {
      const companyId = getCompanyId(app);
      const { context } = await send({ type: 'update.confirmed' }, (snapshot) => !isIn(snapshot, 'applying'));
      const { key, scope } = context;
      await refresh(companyId);
      return {
        message: bulkAttributeMessages.applied,
        undo: {
          title: 'Bulk attribute update',
          run: async () => {
            if (scope === 'company') await app.api.call('bulkAttributes.undo', { companyId, params: { key } });
            else await app.api.call('bulkAttributes.undoOrganization', { params: { id: getOrganizationId(app, companyId), key } });
            updateStore.get(app, companyId).actor.send({ type: 'update.undone', key });
            await refresh(companyId);
          },
        },
      };
    },
    fix: async (row, column, value) => {
      const cell = row.cells.find((each) => each.place === column);
      const fix = (text: string) => send({ type: 'cell.fixed', line: row.line, place: column, value: text }, isChecked);
      await fix(value);
      const message = `Row ${row.line} changed`;
      return cell?.problem == null ? { message } : { message, undo: { title: 'Fix bulk update row', run: async () => void (await fix(cell.to ?? '')) } };
    },
    exclude: async (rows, isLeftOut) => {
      const lines = rows.filter((row) => !row.isHeader && row.isLeftOut !== isLeftOut).map(({ line }) => line);
      const exclude = (isOut: boolean) => send({ type: 'rows.excluded', lines, isLeftOut: isOut }, isChecked);
      await exclude(isLeftOut);
      const count = lines.length === 1 ? 'Row' : `${lines.length.toLocaleString('en-US')} rows`;
      return {
        message: isLeftOut ? `${count} left out` : `${count} included again`,
        undo: { title: isLeftOut ? 'Leave rows out of bulk update' : 'Include rows in bulk update', run: async () => void (await exclude(!isLeftOut)) },
      };
    },
    addChoices: async () => {
      const companyId = getCompanyId(app);
      await send({ type: 'choices.added' }, isChecked);
      const extended = place().extended();
      const count = extended.reduce((sum, { added }) => sum + added.length, 0);
      return {
        message: count === 1 ? 'Choice added' : `${count} choices added`,
        undo: {
          title: 'Add choices',
          run: async () => {
            for (const { field } of extended) await saveChoices(app, companyId, field, []);
            await refresh(companyId);
          },
        },
      };
    },
    setScope: (scope) => place().actor.send({ type: 'scope.chosen', scope }),
    show: (show) => {
      const { view } = place();
      view.set({ ...view.get(), show });
    },
  };
}
