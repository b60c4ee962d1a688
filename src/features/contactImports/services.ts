/** Importing contacts as commands reach it. */
import type { ContactImportServices } from '#commands/contactImports/types.ts';
import { formatCount } from '#commands/core/rows.ts';
import { importFieldLabel } from '#contract/contactImports/enums.ts';
import { importMessages } from '#contract/contactImports/texts.ts';
import { countSaved, getReason, type ImportSnapshot, type UserEvent } from '#machines/contactImport/index.ts';
import { isIn } from '#machines/state.ts';
import { getCompanyId } from '../../api/app.ts';
import type { ServiceDeps } from '../../panes/index.ts';
import { chooseSheet, pasteSheet } from '../../shared/sheets/sheetSource.ts';
import { assertAccepted, sendAndSettle } from '../../store/flowEvents.ts';
import { importStore } from './importStore.ts';

const areas = ['contacts', 'contactImports', 'groups', 'conversations'] as const;

/** Commands over imports, as the app provides them. */
export function createContactImportServices({ app, workspace, followBatch }: ServiceDeps): ContactImportServices {
  const place = () => importStore.get(app, getCompanyId(app));
  const send = (event: UserEvent, isSettled: (snapshot: ImportSnapshot) => boolean) => sendAndSettle(place().actor, getReason, event, isSettled);
  const take = (file: File) => {
    const { actor, keep } = place();
    const event = { type: 'file.chosen', file: file.name } as const;
    assertAccepted(actor, getReason, event);
    keep(file);
    workspace.open('contactImport');
    actor.send(event);
  };
  const isMended = (snapshot: ImportSnapshot) => !isIn(snapshot, 'ready.fixing', 'ready.leaving', 'ready.checking');
  return {
    choose: () => {
      workspace.open('contactImport');
      chooseSheet(app, take);
    },
    paste: async () => take(await pasteSheet()),
    confirm: async () => {
      const companyId = getCompanyId(app);
      const { context } = await send({ type: 'import.confirmed' }, (snapshot) => !isIn(snapshot, 'saving.confirming'));
      const { batchId, key } = context;
      if (batchId === null) return { changed: false };
      const title = 'Import contacts';
      followBatch({ batchId, kind: 'contact', title, success: importMessages.added, areas });
      return {
        message: `${title}: ${formatCount(countSaved(context.checked), 'contact')}`,
        undo: {
          title,
          run: async () => {
            const undoing = await app.api.call('contactImports.undo', { companyId, params: { key } });
            followBatch({ batchId: undoing.batchId, kind: 'contact', title: `Undo: ${title}`, areas, undoes: batchId });
            importStore.get(app, companyId).actor.send({ type: 'import.undone', key });
          },
        },
      };
    },
    fix: async (row, field, value) => {
      const fix = (text: string) => send({ type: 'row.fixed', line: row.line, field, value: text }, isMended);
      await fix(value);
      const before = field === 'number' ? row.typed : (row.values[field] ?? '');
      return { message: `${importFieldLabel[field]} of row ${row.line} changed`, undo: { title: 'Fix import row', run: async () => void (await fix(before)) } };
    },
    exclude: async (rows, isLeftOut) => {
      const lines = rows.filter((row) => row.isLeftOut !== isLeftOut).map(({ line }) => line);
      const exclude = (isOut: boolean) => send({ type: 'rows.excluded', lines, isLeftOut: isOut }, isMended);
      await exclude(isLeftOut);
      const count = lines.length === 1 ? 'Row' : `${lines.length.toLocaleString('en-US')} rows`;
      return {
        message: isLeftOut ? `${count} left out` : `${count} included again`,
        undo: { title: isLeftOut ? 'Leave rows out of import' : 'Include rows in import', run: async () => void (await exclude(!isLeftOut)) },
      };
    },
    show: (show) => {
      const { view } = place();
      view.set({ ...view.get(), show });
    },
  };
}
