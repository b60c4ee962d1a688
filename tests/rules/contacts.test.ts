import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Activity } from '#contract/activity/entities.ts';
import { type ContactValues, emptyValues, fieldNames, getFieldErrors, isChanged } from '#machines/contactEdit/index.ts';
import { isIn } from '#machines/state.ts';
import type { App } from '#src/api/app.ts';
import { ApiError } from '#src/api/errors.ts';
import { applyChanges, computeChanges, invertChanges, isEmptyChange, toInput, toValues } from '#src/features/contacts/edits.ts';
import { contactForms } from '#src/features/contacts/form.ts';
import { createHistoryEntries, formatHistoryTitle, formatLocation, formatOptIn, formatRelativeDay } from '#src/features/contacts/format.ts';
import { clearStores } from '#src/store/sessionStores.ts';
import { dana } from './commandsSupport.ts';

const now = Date.parse('2026-11-20T17:00:00Z');
const zone = 'America/Los_Angeles';

describe('editing a contact', () => {
  it('sends what changed and names what was emptied', () => {
    const after = { ...toValues(dana), city: 'Berkeley', email: ' ', title: '', country: 'US' };
    expect(computeChanges(toValues(dana), after)).toEqual({ city: 'Berkeley', custom: { country: 'US' }, clear: ['email', 'title'] });
  });

  it('never empties a name or a number', () => {
    expect(isEmptyChange(computeChanges(toValues(dana), { ...toValues(dana), name: '', number: ' ' }))).toBe(true);
  });

  it('shows at once what the server will make of it', () => {
    expect(applyChanges(dana, { name: 'Dana W.', custom: { country: 'US' }, clear: ['email', 'title'] })).toEqual({
      ...dana,
      name: 'Dana W.',
      email: null,
      custom: { country: 'US', title: null },
    });
  });

  it('is taken back to exactly what it was', async () => {
    const texts = fc.constantFrom('', 'Oakland', 'Ana', '94607');
    const values = fc.record(Object.fromEntries(fieldNames.map((field) => [field, texts])) as Record<keyof ContactValues, typeof texts>);
    await fc.assert(
      fc.property(values, (typed) => {
        const { number: _, ...after } = { ...toValues(dana), ...typed };
        const changed = applyChanges(dana, computeChanges(toValues(dana), { ...after, number: dana.number }));
        expect(applyChanges(changed, invertChanges(dana, changed))).toEqual(dana);
      }),
    );
  });
});

describe('the form of a contact', () => {
  afterEach(() => clearStores('person'));
  // The form itself asks nothing of the app.
  const app = {} as App;
  const formOf = (contactId: number | null, companyId = 1) => contactForms.get(app, { companyId, contactId });
  const opened = (contactId: number | null, before = emptyValues, prefill: string | null = null) => {
    const form = formOf(contactId);
    form.actor.send({ type: 'contact.opened', before, field: 'name', prefill });
    return form;
  };
  const now = ({ actor }: ReturnType<typeof formOf>) => actor.getSnapshot().context;
  const at = (field: string, detail = 'Too long') => ({ code: 'invalid', title: 'Not accepted', detail, field });

  it('keeps what was typed when it is closed and opened again', () => {
    const { actor } = opened(5, toValues(dana));
    actor.send({ type: 'field.typed', field: 'city', text: 'Berkeley' });
    actor.send({ type: 'contact.closed' });
    expect([isChanged(now(formOf(5))), isChanged(now(formOf(5, 2)))]).toEqual([true, false]);
    expect(now(opened(5, toValues(dana))).values.city).toBe('Berkeley');
  });

  it('forgets it when it is discarded', () => {
    const { actor } = opened(5, toValues(dana));
    actor.send({ type: 'field.typed', field: 'city', text: 'Berkeley' });
    actor.send({ type: 'contact.discarded' });
    expect(now(opened(5, toValues(dana))).values.city).toBe('Oakland');
  });

  it('goes on with a new contact for the same number, and begins anew for another', () => {
    const numbered = (number: string) => opened(null, { ...emptyValues, number }, number);
    const { actor } = numbered('+14155550134');
    actor.send({ type: 'field.typed', field: 'name', text: 'Dana' });
    actor.send({ type: 'contact.closed' });
    expect(now(numbered('+14155550134')).values.name).toBe('Dana');
    actor.send({ type: 'contact.closed' });
    expect(now(numbered('+14155550199')).values).toEqual({ ...emptyValues, number: '+14155550199' });
  });

  it('stands open with the refusal at its field, and what was typed', async () => {
    const form = opened(null, { ...emptyValues, number: '+14155550134' }, '+14155550134');
    form.actor.send({ type: 'field.typed', field: 'name', text: 'Dana' });
    const message = 'Dana Whitfield already has this number';
    const refusal = new ApiError({ status: 409, code: 'conflict', message, errors: [at('number', message)] });
    await expect(form.submit(() => Promise.reject(refusal))).rejects.toMatchObject({ status: 409, message });
    const { errors, values, focus } = now(form);
    expect([errors, values.name, focus.field, isIn(form.actor.getSnapshot(), 'editing')]).toEqual([{ number: message }, 'Dana', 'number', true]);
    expect(toInput(values)).toEqual({ name: 'Dana', number: '+14155550134' });
  });

  it('closes and forgets when it is saved', async () => {
    const form = opened(5, toValues(dana));
    form.actor.send({ type: 'field.typed', field: 'email', text: '' });
    const save = vi.fn(async (_: unknown, { before, values }: { before: ContactValues; values: ContactValues }) => {
      expect(computeChanges(before, values)).toEqual({ clear: ['email'] });
      return { message: 'Saved' };
    });
    expect(await form.submit(save)).toEqual({ message: 'Saved' });
    expect([isIn(form.actor.getSnapshot(), 'closed'), isChanged(now(form))]).toEqual([true, false]);
  });

  it('reads fields in the spelling of the wire', () => {
    const errors = [at('company_name'), at('custom.country'), at('no_such')];
    expect(getFieldErrors({ status: 422, code: 'invalid', message: 'x', errors })).toEqual({ companyName: 'Too long', country: 'Too long' });
  });
});

const activity = (id: number, createdAt: string, details: Activity['details'], isInbound = true): Activity => ({
  id,
  conversationId: 7,
  type: details.kind,
  isInbound,
  isRead: true,
  createdAt,
  clientId: null,
  actor: null,
  details,
  recipient: dana.number,
  contact: { id: 5, name: dana.name },
  number: { id: 1, label: 'Main line', number: '+14155550100' },
});
const text = (id: number, at: string, message: string) =>
  activity(id, at, {
    kind: 'message',
    message,
    media: [],
    deliveryState: 'received',
    errorCode: null,
    errorText: null,
    segments: 1,
    sendAt: null,
    optOutReview: null,
  });
const call = (id: number, at: string, changes: object, isInbound = true) =>
  activity(
    id,
    at,
    {
      kind: 'call',
      callId: id,
      result: 'answered',
      duration: 48,
      ringSeconds: 22,
      answeredBy: 'Ana K.',
      isLead: false,
      isAppointment: false,
      steps: [],
      recording: null,
      ...changes,
    },
    isInbound,
  );

describe('the card of a contact', () => {
  it('tells what happened in a line each, messages of one day together', () => {
    const lines = createHistoryEntries(
      [
        call(1, '2026-11-20T16:52:00Z', {}),
        text(2, '2026-11-20T16:40:00Z', 'Hi'),
        text(3, '2026-11-20T16:30:00Z', 'Hello'),
        call(4, '2026-11-17T16:00:00Z', { result: 'missed', duration: 0 }),
        activity(5, '2026-11-17T15:00:00Z', { kind: 'voicemail', callId: null, duration: 31, transcript: null, recording: null }),
        call(8, '2026-11-16T15:00:00Z', { result: 'missed', duration: 0, ringSeconds: 0 }),
        call(6, '2026-11-12T16:00:00Z', { answeredBy: 'Jo P.', duration: 250 }, false),
        text(7, '2025-11-12T16:00:00Z', 'A year ago'),
      ],
      now,
      zone,
      7,
    );
    expect(lines.map(({ text: words, time: when }) => `${words} | ${when}`)).toEqual([
      'Answered by Ana K. · 0:48 | 8:52 AM',
      '2 messages | today',
      'Missed · rang 22s | Nov 17',
      'Voicemail · 0:31 | Nov 17',
      'Missed | Nov 16',
      'Outbound · Jo P. · 4:10 | Nov 12',
      'A year ago | Nov 12, 2025',
    ]);
  });

  it('counts calls and messages since the first', () => {
    const since = '2026-11-03T20:00:00Z';
    expect(formatHistoryTitle({ calls: 4, messages: 11, total: 16, since }, now, zone)).toBe('4 calls, 11 messages since Nov 3');
    expect(formatHistoryTitle({ calls: 1, messages: 0, total: 1, since }, now, zone)).toBe('1 call since Nov 3');
    expect(formatHistoryTitle({ calls: 0, messages: 0, total: 0, since: null }, now, zone)).toBeNull();
  });

  it('says how the person came to be written to, and where they live', () => {
    expect(formatOptIn(dana, now, zone)).toBe('wrote first · Nov 3');
    expect(formatOptIn({ ...dana, optinType: 'web_form', optinSource: 'Spring promo' }, now, zone)).toBe('web form · Spring promo · Nov 3');
    expect([formatLocation(dana), formatLocation({ city: null, state: 'CA', zip: '94607' }), formatLocation({ city: null, state: null, zip: null })]).toEqual([
      'Oakland, CA',
      'CA 94607',
      null,
    ]);
  });

  it('counts days in the zone of the company', () => {
    expect([formatRelativeDay('2026-11-20T07:30:00Z', now, zone), formatRelativeDay('2026-11-20T07:30:00Z', now, 'UTC')]).toEqual(['yesterday', 'today']);
  });
});
