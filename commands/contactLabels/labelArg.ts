/** A label of contacts as an argument. */
import { createNamedArg } from '../core/namedArg.ts';
import { formatCount } from '../core/rows.ts';

/** Asks for one of the company's labels; `isNew` offers to make one that is typed and does not exist. */
export const createLabelArg = (isNew = false) =>
  createNamedArg({
    label: 'Label',
    noun: 'label',
    icon: 'tag',
    all: ({ contactLabels }) => contactLabels.all(),
    getName: ({ label }) => label,
    getDetail: ({ contactCount }) => formatCount(contactCount, 'contact'),
    ...(isNew ? { create: { permission: 'labels.write', maxName: 60, run: (name, { contactLabels }) => contactLabels.create(name) } } : {}),
  });
