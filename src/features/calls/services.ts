/** Calls as commands reach them. */
import type { CallMarks, CallServices } from '#commands/calls/types.ts';
import type { ChangeResult } from '#commands/core/outcome.ts';
import type { Call } from '#contract/calls/entities.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { type ServiceDeps, updateFilter } from '../../panes/index.ts';
import { formatMarks } from '../../shared/callMarks.ts';
import { callViews, patchCall } from './data.ts';
import { createReviewServices } from './reviewServices.ts';

type QualifiedCall = Parameters<CallServices['mark']>[0];
const clearable = ['qualification', 'value', 'department', 'outcome'] as const;

/** A call as it will be. */
function applyMarks<C extends QualifiedCall>(call: C, { isLead, isAppointment, ...others }: CallMarks): C {
  const said = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const { ascOptions } = call;
  return { ...call, ...said, ascOptions: { isLead: isLead ?? ascOptions.isLead, isAppointment: isAppointment ?? ascOptions.isAppointment } };
}

/** Returns the marks that undo a change: the former value of each. */
function invertMarks(call: QualifiedCall, marks: CallMarks): CallMarks {
  const before: Record<string, unknown> = { ...call.ascOptions, ...Object.fromEntries(clearable.map((field) => [field, call[field]])) };
  return Object.fromEntries(Object.keys(marks).map((field) => [field, before[field]]));
}

/** Marks as the call carries them: a toggle sends only the option toggled (RULE-140); what is taken away is cleared by name. */
function toBody({ isLead, isAppointment, ...others }: CallMarks) {
  const asc = { ...(isLead === undefined ? {} : { isLead }), ...(isAppointment === undefined ? {} : { isAppointment }) };
  const clear = clearable.filter((field) => others[field] === null);
  const { qualification, value, department, outcome } = others;
  return {
    ...(Object.keys(asc).length > 0 ? { ascOptions: asc } : {}),
    ...(qualification == null ? {} : { qualification }),
    ...(value == null ? {} : { value }),
    ...(department == null ? {} : { department }),
    ...(outcome == null ? {} : { outcome }),
    ...(clear.length > 0 ? { clear } : {}),
  };
}

function createMarkService(app: App): CallServices['mark'] {
  return async (call, marks) => {
    const companyId = getCompanyId(app);
    const show = (now: CallMarks) => patchCall(app.queries, companyId, call.id, (shown: Call) => applyMarks(shown, now));
    const save = async (now: CallMarks, otherwise: CallMarks) => {
      show(now);
      try {
        await app.api.call('calls.mark', { companyId, params: { id: call.id }, body: toBody(now) });
      } catch (thrown) {
        show(otherwise);
        throw thrown;
      }
    };
    const before = invertMarks(call, marks);
    await save(marks, before);
    return { message: formatMarks(marks), undo: { run: () => save(before, marks) } };
  };
}

function createNoteServices(app: App): Pick<CallServices, 'addNote' | 'editNote' | 'deleteNote'> {
  const refresh = (companyId: number) => app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'calls', 'notes') });
  const remove = async (companyId: number, id: number): Promise<void> => {
    await app.api.call('notes.delete', { companyId, params: { id } });
    await refresh(companyId);
  };
  return {
    addNote: async (call, body): Promise<ChangeResult> => {
      const companyId = getCompanyId(app);
      const note = await app.api.call('notes.create', { companyId, body: { modelType: 'call', modelId: call.id, body, clientId: crypto.randomUUID() } });
      await refresh(companyId);
      return { message: 'Note added', undo: { run: () => remove(companyId, note.id) } };
    },
    editNote: async (note, body): Promise<ChangeResult> => {
      const companyId = getCompanyId(app);
      const save = async (text: string) => {
        await app.api.call('notes.update', { companyId, params: { id: note.id }, body: { body: text } });
        await refresh(companyId);
      };
      await save(body);
      return { message: 'Note updated', undo: { run: () => save(note.body) } };
    },
    deleteNote: async (note): Promise<ChangeResult> => {
      const companyId = getCompanyId(app);
      await remove(companyId, note.id);
      const restore = async () => {
        await app.api.call('notes.restore', { companyId, params: { id: note.id } });
        await refresh(companyId);
      };
      return { message: 'Note deleted', undo: { run: restore } };
    },
  };
}

function createTagService(app: App): CallServices['tag'] {
  const named = (count: number) => (count === 1 ? 'The call' : `${count.toLocaleString('en-US')} calls`);
  return async (ids, tag, isOn): Promise<ChangeResult> => {
    const companyId = getCompanyId(app);
    const save = async (which: readonly number[], on: boolean) => {
      const { changed: touched } = await app.api.call('calls.tag', { companyId, body: { ids: [...which], tagId: tag.id, isOn: on } });
      await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'calls') });
      return touched;
    };
    const touched = await save(ids, isOn);
    if (touched.length === 0)
      return {
        message: isOn
          ? `${named(ids.length)} already tagged “${tag.name}”`
          : ids.length === 1
            ? `This call does not have ${tag.name} as its own tag. It’s inherited from the number.`
            : `None of these calls has ${tag.name} itself; it comes from their number.`,
      };
    return {
      message: isOn
        ? `${named(touched.length)} ${touched.length === 1 ? 'has' : 'have'} ${tag.name} now`
        : `${tag.name} removed from ${touched.length === 1 ? 'the call' : named(touched.length)}`,
      undo: { title: isOn ? `Tag ${tag.name}` : `Remove ${tag.name}`, run: async () => void (await save(touched, !isOn)) },
    };
  };
}

/** Commands over calls, as the app provides them. */
export function createCallServices({ app, workspace, handle }: ServiceDeps): CallServices {
  const search: CallServices['search'] = (query) => {
    callViews.set(app.get().companyId, { query });
    workspace.open('calls');
  };
  const getShownQuery = async () => callViews.get(app.get().companyId).query;
  return {
    search,
    shown: getShownQuery,
    narrow: async (changes) => search(updateFilter(await getShownQuery(), changes)),
    open: (id, where = 'here') => {
      if (where === 'beside') workspace.open('call', { id: String(id) }, 'right');
      else workspace.show({ kind: 'call', id });
    },
    mark: createMarkService(app),
    tag: createTagService(app),
    ...createNoteServices(app),
    ...createReviewServices(app),
    moveInTranscript: (to) => handle('call')?.moveInTranscript(to),
    playSegment: () => handle('call')?.playSegment(),
    find: () => handle('call')?.find(),
  };
}
