/** Tags and custom fields as commands reach them. */

import type { ChangeResult } from '#commands/core/outcome.ts';
import type { CustomFieldServices } from '#commands/customFields/types.ts';
import type { TagServices } from '#commands/tags/types.ts';
import { numberMessages as messages } from '#contract/numbers/texts.ts';
import { type App, getCompanyId } from '../../api/app.ts';
import { keys } from '../../api/queries.ts';
import { createTagsQuery } from '../../shared/tags.ts';
import { createCustomFieldsQuery } from './data.ts';

const refresh = async (app: App, companyId: number): Promise<void> => {
  await Promise.all(['tags', 'customFields', 'numbers'].map((area) => app.queries.invalidateQueries({ queryKey: keys.of(companyId, area) })));
};

/** Commands over tags. */
export function createTagServices(app: App): TagServices {
  const rename = async (companyId: number, tagId: number, name: string) => {
    await app.api.call('tags.update', { companyId, params: { tagId }, body: { name } });
    await refresh(app, companyId);
  };
  const remove = async (companyId: number, tagId: number) => {
    const gone = await app.api.call('tags.delete', { companyId, params: { tagId } });
    await refresh(app, companyId);
    return gone;
  };
  return {
    all: () => app.queries.fetchQuery(createTagsQuery(app, getCompanyId(app))),
    create: async (name) => {
      const companyId = getCompanyId(app);
      const tag = await app.api.call('tags.create', { companyId, body: { name } });
      await refresh(app, companyId);
      return { message: `Tag “${tag.name}” created`, undo: { title: `Create the tag ${tag.name}`, run: async () => void (await remove(companyId, tag.id)) } };
    },
    rename: async (tag, name) => {
      const companyId = getCompanyId(app);
      await rename(companyId, tag.id, name);
      return { message: `Tag renamed to “${name}”`, undo: { title: `Rename ${tag.name}`, run: () => rename(companyId, tag.id, tag.name) } };
    },
    remove: async (tag) => {
      const companyId = getCompanyId(app);
      const { name, numbers } = await remove(companyId, tag.id);
      return {
        message: `Tag “${name}” deleted`,
        undo: {
          title: `Delete the tag ${name}`,
          run: async () => {
            const again = await app.api.call('tags.create', { companyId, body: { name } });
            if (numbers.length > 0)
              await app.api.call('numbers.bulkUpdate', {
                companyId,
                body: { key: crypto.randomUUID(), numbers, count: numbers.length, set: { addTags: [again.id] } },
              });
            await refresh(app, companyId);
          },
        },
      };
    },
  };
}

/** Commands over custom fields. Their notices carry a title (RULE-160). */
export function createCustomFieldServices(app: App): CustomFieldServices {
  const title = messages.customFieldTitle;
  const update: CustomFieldServices['rename'] extends (field: infer F, ...rest: never[]) => unknown
    ? (field: F, body: object) => Promise<ChangeResult>
    : never = async (field, body) => {
    const companyId = getCompanyId(app);
    await app.api.call('customFields.update', { companyId, params: { type: field.entityType, id: field.id }, body });
    await refresh(app, companyId);
    return { title, message: messages.customFieldUpdated };
  };
  return {
    all: () => app.queries.fetchQuery(createCustomFieldsQuery(app, getCompanyId(app))),
    create: async ({ entityType, name, choices, defaultValue, isShared }) => {
      const companyId = getCompanyId(app);
      const organizationId = app.get().companies.find(({ id }) => id === companyId)?.organizationId ?? null;
      if (isShared && organizationId === null) throw new Error('This company isn’t in an organization. Create the field for the company instead.');
      const shared = isShared && organizationId !== null ? { businessUnitId: organizationId } : {};
      const field = await app.api.call('customFields.create', {
        companyId,
        params: { type: entityType },
        body: { name, choices: choices.map((value) => ({ value })), ...(defaultValue === null ? {} : { defaultValue }), ...shared },
      });
      await refresh(app, companyId);
      return {
        title,
        message: messages.customFieldCreated,
        undo: {
          title: `Create the custom field ${name}`,
          run: async () => {
            await app.api.call('customFields.delete', { companyId, params: { id: field.id } });
            await refresh(app, companyId);
          },
        },
      };
    },
    rename: (field, name) => update(field, { name }),
    setChoices: (field, choices) =>
      update(
        field,
        choices.length === 0
          ? { clear: ['choices'] }
          : {
              choices: choices
                .map((value) => ({ ...field.choices.find((each) => each.value === value), value, sortOrder: choices.indexOf(value) }))
                .map(({ description, ...choice }) => (description == null ? choice : { ...choice, description })),
            },
      ),
    setDefault: (field, value) => update(field, value === null ? { clear: ['defaultValue'] } : { defaultValue: value }),
    remove: async (field) => {
      const companyId = getCompanyId(app);
      await app.api.call('customFields.delete', { companyId, params: { id: field.id } });
      await refresh(app, companyId);
      return { title, message: messages.customFieldDeleted };
    },
    valuesOf: async (type, id) => (await app.api.call('customFields.values', { companyId: getCompanyId(app), params: { type, id } })).data,
    people: async () => (await app.api.call('users.ofCompany', { companyId: getCompanyId(app) })).data,
    fill: async (field, ids, value) => {
      const companyId = getCompanyId(app);
      const set = async (each: readonly number[], text: string | null) => {
        const done = await app.api.call('customFields.setValues', {
          companyId,
          params: { type: field.entityType },
          body: { ids: [...each], attributeId: field.id, ...(text === null ? {} : { value: text }) },
        });
        if (field.entityType === 'Call') await app.queries.invalidateQueries({ queryKey: keys.of(companyId, 'calls', 'one') });
        return done;
      };
      const { before } = await set(ids, value);
      return {
        message: `${field.name} = ${value ?? 'nothing'}`,
        undo: {
          title: `Set ${field.name}`,
          run: async () => {
            for (const [value, rows] of Map.groupBy(before, (was) => was.value))
              await set(
                rows.map((was) => was.id),
                value,
              );
          },
        },
      };
    },
  };
}
