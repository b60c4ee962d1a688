/** Bulk attribute updates over HTTP (spec 2.7, 2.8). */
import type { FastifyReply } from 'fastify';
import { templateFileName } from '#contract/bulkAttributes/texts.ts';
import type { routes } from '#contract/index.ts';
import { AppError } from '../../http/errors.ts';
import type { AuthUser, Handlers, UploadedFile } from '../../http/handlers.ts';
import type { Services } from '../../services.ts';
import { createPlan } from './plan.ts';
import { type AttributeScope, loadOrganizationScope, toCompanyScope } from './scope.ts';
import { createTemplate } from './template.ts';
import { applyUpdate, undoUpdate } from './update.ts';

/** The one file of a form. */
function getFile(files: readonly UploadedFile[]): Uint8Array {
  const [file, other] = files;
  if (!file) throw new AppError('invalid', { field: 'file', message: 'Send the edited template as file' });
  if (other) throw new AppError('invalid', { field: 'file', message: 'Send one file' });
  return file.bytes;
}

const sendTemplate = (reply: FastifyReply, csv: string) =>
  reply
    .headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${templateFileName}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(csv);

/** Runs work with the companies of an organization that the caller administers. */
async function withOrganization<T>(
  { tenancy }: Pick<Services, 'tenancy'>,
  organizationId: number,
  authUser: AuthUser,
  work: (scope: AttributeScope) => Promise<T>,
): Promise<T> {
  const scope = await tenancy.identityReading(() => loadOrganizationScope(organizationId, authUser));
  return tenancy.company(scope.companyIds, authUser.userId, () => work(scope));
}

export const handlers: Handlers<typeof routes.bulkAttributes> = {
  template: async ({ query, membership, authUser, reply }) => sendTemplate(reply, await createTemplate(toCompanyScope(membership, authUser), query.type)),

  apply: ({ body, files, membership, authUser }) =>
    applyUpdate(toCompanyScope(membership, authUser), { key: body.key, plan: body.plan, bytes: getFile(files), isOrganization: false }),

  check: async ({ files, membership, authUser }) => (await createPlan(toCompanyScope(membership, authUser), getFile(files), false)).check,

  undo: ({ params, membership, authUser }) => undoUpdate(toCompanyScope(membership, authUser), params.key, false),

  organizationTemplate: async ({ params, query, authUser, services, reply }) =>
    sendTemplate(reply, await withOrganization(services, params.id, authUser, (scope) => createTemplate(scope, query.type))),

  applyOrganization: ({ params, body, files, authUser, services }) =>
    withOrganization(services, params.id, authUser, (scope) =>
      applyUpdate(scope, { key: body.key, plan: body.plan, bytes: getFile(files), isOrganization: true }),
    ),

  checkOrganization: async ({ params, files, authUser, services }) =>
    (await withOrganization(services, params.id, authUser, (scope) => createPlan(scope, getFile(files), false))).check,

  undoOrganization: ({ params, authUser, services }) => withOrganization(services, params.id, authUser, (scope) => undoUpdate(scope, params.key, true)),
};
