/** Registration over the carrier's REST interface, in the shapes of Twilio's Trust Hub, Messaging and Events APIs. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { createSid } from './ledger.ts';
import {
  attributes,
  CampaignChange,
  dates,
  filled,
  many,
  NewAddress,
  NewBrand,
  NewBundle,
  NewCampaign,
  NewEntity,
  NewTollFree,
  page,
  rejectInvalid,
  rejectNotFound,
  TollFreeChange,
  toBrand,
  toBundle,
  toCampaign,
  toEntity,
  toTollFree,
} from './registrationResources.ts';
import {
  type Brand,
  type Bundle,
  type Campaign,
  type Entity,
  findRegistrationFate,
  type Registrations,
  registrationEvents,
  type TollFree,
} from './registrations.ts';
import { hangUp, reject } from './replies.ts';

/** Dependencies of these routes: the account, and its registrations. */
export interface RegistrationRest {
  readonly accountSid: string;
  readonly registrations: Registrations;
}

type Params = { Params: { sid: string; service: string; object: string; account: string } };

/** Plays the outcome of taking something: the reply is lost, or an error. True: it has been answered. */
function spoil(kind: string, request: FastifyRequest, reply: FastifyReply): boolean {
  if (kind === 'drop') hangUp(request, reply);
  else if (kind === 'fail') reject(reply, 500, 20500, 'Internal server error');
  else return false;
  return true;
}

function trustHubRoutes(app: FastifyInstance, { accountSid, registrations }: RegistrationRest): void {
  const { bundles, endUsers, documents } = registrations;
  for (const [path, key, kind, prefix] of [
    ['CustomerProfiles', 'CustomerProfiles', 'customerProfile', 'BU'],
    ['TrustProducts', 'TrustProducts', 'trustProduct', 'BU'],
  ] as const) {
    const base = `/v1/${path}`;
    const find = (sid: string) => [bundles.get(sid)].find((bundle) => bundle?.kind === kind);
    app.get<{ Querystring: { FriendlyName?: string } }>(base, async ({ query }) => {
      const rows = [...bundles.values()].filter(
        (bundle) => bundle.kind === kind && (query.FriendlyName === undefined || bundle.friendlyName === query.FriendlyName),
      );
      return page(
        'results',
        rows.map((bundle) => toBundle(accountSid, bundle)),
        `https://trusthub.twilio.com/v1/${key}`,
      );
    });
    app.post(base, async ({ body }, reply) => {
      const given = NewBundle.safeParse(body);
      if (!given.success) return rejectInvalid(reply, given.error);
      const { FriendlyName: friendlyName, Email: email, PolicySid: policySid } = given.data;
      const bundle: Bundle = { sid: createSid(prefix), kind, friendlyName, email, policySid, assigned: [], status: 'draft', createdAt: new Date() };
      bundles.set(bundle.sid, bundle);
      return reply.code(201).send(toBundle(accountSid, bundle));
    });
    app.get<Params>(`${base}/:sid`, async ({ params }, reply) => {
      const bundle = find(params.sid);
      return bundle ? toBundle(accountSid, bundle) : rejectNotFound(reply);
    });
    app.post<Params & { Body: { Status?: string } }>(`${base}/:sid`, async ({ params, body }, reply) => {
      const bundle = find(params.sid);
      if (!bundle) return rejectNotFound(reply);
      if (body.Status === 'pending-review') {
        if (bundle.assigned.length < 2) return reject(reply, 400, 21713, 'The bundle is not complete');
        bundle.status = 'pending-review';
      }
      return toBundle(accountSid, bundle);
    });
    app.get<Params>(`${base}/:sid/EntityAssignments`, async ({ params }, reply) => {
      const bundle = find(params.sid);
      if (!bundle) return rejectNotFound(reply);
      return page(
        'results',
        bundle.assigned.map(({ sid, objectSid }) => ({ sid, object_sid: objectSid, account_sid: accountSid, url: '', ...dates(bundle) })),
        base,
      );
    });
    app.post<Params & { Body: { ObjectSid?: string } }>(`${base}/:sid/EntityAssignments`, async ({ params, body }, reply) => {
      const bundle = find(params.sid);
      if (!bundle) return rejectNotFound(reply);
      const objectSid = body.ObjectSid ?? '';
      if (!endUsers.has(objectSid) && !documents.has(objectSid) && !bundles.has(objectSid)) return reject(reply, 400, 21711, 'The object does not exist');
      if (bundle.assigned.some((each) => each.objectSid === objectSid)) return reject(reply, 409, 21712, 'The object is assigned already');
      const made = { sid: createSid('BV'), objectSid };
      bundle.assigned.push(made);
      return reply.code(201).send({ sid: made.sid, object_sid: objectSid, account_sid: accountSid, url: '', ...dates(bundle) });
    });
  }
  for (const [path, held, prefix] of [
    ['EndUsers', endUsers, 'IT'],
    ['SupportingDocuments', documents, 'RD'],
  ] as const) {
    app.get(`/v1/${path}`, async () =>
      page(
        'results',
        [...held.values()].map((entity) => toEntity(accountSid, entity)),
        `https://trusthub.twilio.com/v1/${path}`,
      ),
    );
    app.post(`/v1/${path}`, async ({ body }, reply) => {
      const given = NewEntity.safeParse(body);
      if (!given.success) return rejectInvalid(reply, given.error);
      const entity: Entity = {
        sid: createSid(prefix),
        friendlyName: given.data.FriendlyName,
        type: given.data.Type,
        attributes: given.data.Attributes,
        createdAt: new Date(),
      };
      held.set(entity.sid, entity);
      return reply.code(201).send(toEntity(accountSid, entity));
    });
    app.post<Params>(`/v1/${path}/:sid`, async ({ params, body }, reply) => {
      const entity = held.get(params.sid);
      const given = z.object({ Attributes: attributes }).safeParse(body);
      if (!entity || !given.success) return rejectNotFound(reply);
      entity.attributes = given.data.Attributes;
      return toEntity(accountSid, entity);
    });
  }
}

function addressRoutes(app: FastifyInstance, { accountSid, registrations }: RegistrationRest): void {
  const base = '/2010-04-01/Accounts/:account/Addresses.json';
  const uri = `/2010-04-01/Accounts/${accountSid}/Addresses.json`;
  const toAddress = ({ sid, fields }: { readonly sid: string; readonly fields: Readonly<Record<string, unknown>> }) => ({
    sid,
    account_sid: accountSid,
    customer_name: fields.CustomerName,
    friendly_name: fields.FriendlyName,
    street: fields.Street,
    city: fields.City,
    region: fields.Region,
    postal_code: fields.PostalCode,
    iso_country: fields.IsoCountry,
    validated: true,
    verified: true,
    uri,
  });
  app.get<{ Querystring: { FriendlyName?: string } }>(base, async ({ query }) => {
    const rows = [...registrations.addresses.values()].filter(({ fields }) => query.FriendlyName === undefined || fields.FriendlyName === query.FriendlyName);
    return {
      addresses: rows.map(toAddress),
      page: 0,
      page_size: 50,
      start: 0,
      end: rows.length,
      uri,
      first_page_uri: uri,
      next_page_uri: null,
      previous_page_uri: null,
    };
  });
  app.post(base, async ({ body }, reply) => {
    const given = NewAddress.safeParse(body);
    if (!given.success) return rejectInvalid(reply, given.error);
    const address = { sid: createSid('AD'), fields: given.data };
    registrations.addresses.set(address.sid, address);
    return reply.code(201).send(toAddress(address));
  });
}

function brandRoutes(app: FastifyInstance, { accountSid, registrations }: RegistrationRest): void {
  const { brands, bundles } = registrations;
  const base = '/v1/a2p/BrandRegistrations';
  const busy = new Set<string>();
  app.get(base, async () =>
    page(
      'data',
      [...brands.values()].map((brand) => toBrand(accountSid, brand)),
      `https://messaging.twilio.com${base}`,
    ),
  );
  app.get<Params>(`${base}/:sid`, async ({ params }, reply) => {
    const brand = brands.get(params.sid);
    return brand ? toBrand(accountSid, brand) : rejectNotFound(reply);
  });
  app.post(base, async (request, reply) => {
    const given = NewBrand.safeParse(request.body);
    if (!given.success) return rejectInvalid(reply, given.error);
    const { CustomerProfileBundleSid: profileSid, A2PProfileBundleSid: trustSid } = given.data;
    if (bundles.get(profileSid)?.status !== 'pending-review' || bundles.get(trustSid)?.status !== 'pending-review')
      return reject(reply, 400, 21715, 'The bundles are not submitted');
    const ein = registrations.findEin(profileSid);
    const fate = findRegistrationFate(ein);
    if (fate.kind === 'refuse') return reject(reply, 400, fate.code, fate.message);
    if (fate.kind === 'busyOnce' && !busy.has(profileSid)) {
      busy.add(profileSid);
      return reject(reply.header('retry-after', '1'), 429, 20429, 'Too many requests');
    }
    const brand: Brand = {
      sid: createSid('BN'),
      profileSid,
      trustSid,
      ein,
      skipsVetting: given.data.SkipAutomaticSecVet === 'true',
      status: 'PENDING',
      feedback: [],
      tries: 0,
      createdAt: new Date(),
    };
    brands.set(brand.sid, brand);
    registrations.reviewBrand(brand);
    return spoil(fate.kind, request, reply) ? reply : reply.code(201).send(toBrand(accountSid, brand));
  });
  app.post<Params>(`${base}/:sid`, async ({ params }, reply) => {
    const brand = brands.get(params.sid);
    if (!brand) return rejectNotFound(reply);
    if (brand.status !== 'FAILED') return reject(reply, 400, 20001, 'Only failed brands can be submitted again');
    registrations.reviewBrand(brand);
    return toBrand(accountSid, brand);
  });
}

function campaignRoutes(app: FastifyInstance, { accountSid, registrations }: RegistrationRest): void {
  const { services, campaigns, brands } = registrations;
  const base = '/v1/Services';
  const toService = (service: { readonly sid: string; readonly friendlyName: string; readonly createdAt: Date }) => ({
    sid: service.sid,
    account_sid: accountSid,
    friendly_name: service.friendlyName,
    use_inbound_webhook_on_number: true,
    us_app_to_person_registered: false,
    links: {},
    url: '',
    ...dates(service),
  });
  app.get(base, async () => page('services', [...services.values()].map(toService), `https://messaging.twilio.com${base}`));
  app.post<{ Body: { FriendlyName?: string } }>(base, async ({ body }, reply) => {
    if (!body.FriendlyName) return reject(reply, 400, 20001, 'FriendlyName is required');
    const service = { sid: createSid('MG'), friendlyName: body.FriendlyName, numbers: new Set<string>(), createdAt: new Date() };
    services.set(service.sid, service);
    return reply.code(201).send(toService(service));
  });
  const ofService = (sid: string) => [...campaigns.values()].filter(({ serviceSid }) => serviceSid === sid);
  app.get<Params>(`${base}/:service/Compliance/Usa2p`, async ({ params }) =>
    page(
      'compliance',
      ofService(params.service).map((campaign) => toCampaign(accountSid, campaign)),
      base,
    ),
  );
  app.post<Params>(`${base}/:service/Compliance/Usa2p`, async (request, reply) => {
    const given = NewCampaign.safeParse(request.body);
    if (!given.success) return rejectInvalid(reply, given.error);
    const service = services.get(request.params.service);
    const brand = brands.get(given.data.BrandRegistrationSid);
    if (!service || !brand) return rejectNotFound(reply);
    if (brand.status !== 'APPROVED') return reject(reply, 400, 21716, 'The brand is not approved');
    if (ofService(service.sid).length > 0) return reject(reply, 409, 21717, 'The service has a campaign already');
    const { BrandRegistrationSid: brandSid, ...fields } = given.data;
    const campaign: Campaign = {
      sid: createSid('QE'),
      serviceSid: service.sid,
      brandSid,
      fields,
      status: 'IN_PROGRESS',
      error: null,
      tries: 0,
      createdAt: new Date(),
    };
    campaigns.set(campaign.sid, campaign);
    registrations.reviewCampaign(campaign);
    return spoil(findRegistrationFate(brand.ein).kind, request, reply) ? reply : reply.code(201).send(toCampaign(accountSid, campaign));
  });
  const find = ({ sid, service }: Params['Params']) => [campaigns.get(sid)].find((campaign) => campaign?.serviceSid === service);
  app.get<Params>(`${base}/:service/Compliance/Usa2p/:sid`, async ({ params }, reply) => {
    const campaign = find(params);
    return campaign ? toCampaign(accountSid, campaign) : rejectNotFound(reply);
  });
  app.post<Params>(`${base}/:service/Compliance/Usa2p/:sid`, async ({ params, body }, reply) => {
    const campaign = find(params);
    if (!campaign) return rejectNotFound(reply);
    if (campaign.status !== 'FAILED') return reject(reply, 400, 20001, 'Only failed campaigns can be changed');
    const given = CampaignChange.safeParse(body);
    if (!given.success) return rejectInvalid(reply, given.error);
    campaign.fields = { ...campaign.fields, ...given.data };
    registrations.reviewCampaign(campaign);
    return toCampaign(accountSid, campaign);
  });
  app.delete<Params>(`${base}/:service/Compliance/Usa2p/:sid`, async ({ params }, reply) => {
    if (!find(params)) return rejectNotFound(reply);
    campaigns.delete(params.sid);
    return reply.code(204).send();
  });
  app.post<Params & { Body: { PhoneNumberSid?: string } }>(`${base}/:service/PhoneNumbers`, async ({ params, body }, reply) => {
    const service = services.get(params.service);
    const sid = body.PhoneNumberSid ?? '';
    if (!service) return rejectNotFound(reply);
    if (service.numbers.has(sid)) return reject(reply, 409, 21710, 'The number is in the service already');
    if ([...services.values()].some((each) => each.numbers.has(sid))) return reject(reply, 400, 21712, 'The number is in another service');
    service.numbers.add(sid);
    return reply.code(201).send({
      sid,
      account_sid: accountSid,
      service_sid: service.sid,
      phone_number: '',
      country_code: 'US',
      capabilities: ['SMS'],
      url: '',
      ...dates(service),
    });
  });
  app.delete<Params>(`${base}/:service/PhoneNumbers/:sid`, async ({ params }, reply) =>
    services.get(params.service)?.numbers.delete(params.sid) ? reply.code(204).send() : rejectNotFound(reply),
  );
}

function tollFreeRoutes(app: FastifyInstance, { accountSid, registrations }: RegistrationRest): void {
  const { tollFree } = registrations;
  const base = '/v1/Tollfree/Verifications';
  app.get<{ Querystring: { TollfreePhoneNumberSid?: string } }>(base, async ({ query }) => {
    const rows = [...tollFree.values()].filter(({ numberSid }) => query.TollfreePhoneNumberSid === undefined || numberSid === query.TollfreePhoneNumberSid);
    return page(
      'verifications',
      rows.map((verification) => toTollFree(accountSid, verification)),
      `https://messaging.twilio.com${base}`,
    );
  });
  app.post(base, async ({ body }, reply) => {
    const given = NewTollFree.safeParse(body);
    if (!given.success) return rejectInvalid(reply, given.error);
    const { TollfreePhoneNumberSid: numberSid, ...fields } = given.data;
    if ([...tollFree.values()].some((each) => each.numberSid === numberSid)) return reject(reply, 400, 22403, 'The number has a verification already');
    const verification: TollFree = {
      sid: createSid('HH'),
      numberSid,
      fields,
      ein: fields.BusinessRegistrationNumber ?? '',
      status: 'PENDING_REVIEW',
      error: null,
      tries: 0,
      createdAt: new Date(),
    };
    tollFree.set(verification.sid, verification);
    registrations.reviewTollFree(verification);
    return reply.code(201).send(toTollFree(accountSid, verification));
  });
  app.get<Params>(`${base}/:sid`, async ({ params }, reply) => {
    const verification = tollFree.get(params.sid);
    return verification ? toTollFree(accountSid, verification) : rejectNotFound(reply);
  });
  app.post<Params>(`${base}/:sid`, async ({ params, body }, reply) => {
    const verification = tollFree.get(params.sid);
    if (!verification) return rejectNotFound(reply);
    if (verification.status !== 'TWILIO_REJECTED') return reject(reply, 400, 20001, 'Only rejected verifications can be changed');
    const given = TollFreeChange.safeParse(body);
    if (!given.success) return rejectInvalid(reply, given.error);
    verification.fields = { ...verification.fields, ...given.data };
    registrations.reviewTollFree(verification);
    return reply.code(202).send(toTollFree(accountSid, verification));
  });
  app.delete<Params>(`${base}/:sid`, async ({ params }, reply) => (tollFree.delete(params.sid) ? reply.code(204).send() : rejectNotFound(reply)));
}

const Sink = z.object({ Description: filled, SinkType: z.literal('webhook'), SinkConfiguration: z.string() });
const Subscription = z.object({ Description: filled, SinkSid: filled, Types: many });

function eventRoutes(app: FastifyInstance, { accountSid, registrations }: RegistrationRest): void {
  const { sinks, subscriptions } = registrations;
  const stamp = { date_created: new Date().toISOString(), date_updated: new Date().toISOString(), account_sid: accountSid, links: {}, url: '' };
  const toSink = ({ sid, description, destination }: { readonly sid: string; readonly description: string; readonly destination: string }) => ({
    sid,
    description,
    sink_configuration: { destination, method: 'POST', batch_events: false },
    sink_type: 'webhook',
    status: 'active',
    ...stamp,
  });
  app.get('/v1/Types', async () =>
    page(
      'types',
      registrationEvents.map((type) => ({ type, schema_id: type, description: type, status: 'stable', documentation_url: null, ...stamp })),
      'https://events.twilio.com/v1/Types',
    ),
  );
  app.get('/v1/Sinks', async () => page('sinks', [...sinks.values()].map(toSink), 'https://events.twilio.com/v1/Sinks'));
  app.post('/v1/Sinks', async ({ body }, reply) => {
    const given = Sink.safeParse(body).data;
    const target = given && z.object({ destination: z.url() }).safeParse(JSON.parse(given.SinkConfiguration)).data;
    if (!given || !target) return reject(reply, 400, 20001, 'The sink is not complete');
    const sink = { sid: createSid('DG'), description: given.Description, destination: target.destination };
    sinks.set(sink.sid, sink);
    return reply.code(201).send(toSink(sink));
  });
  const toSubscription = ({ sid, description, sinkSid }: { readonly sid: string; readonly description: string; readonly sinkSid: string }) => ({
    sid,
    description,
    sink_sid: sinkSid,
    ...stamp,
  });
  app.get('/v1/Subscriptions', async () =>
    page('subscriptions', [...subscriptions.values()].map(toSubscription), 'https://events.twilio.com/v1/Subscriptions'),
  );
  app.post('/v1/Subscriptions', async ({ body }, reply) => {
    const given = Subscription.safeParse(body).data;
    if (!given || !sinks.has(given.SinkSid)) return reject(reply, 400, 20001, 'The subscription is not complete');
    const types = given.Types.map((text) => z.object({ type: z.string() }).parse(JSON.parse(text)).type);
    const subscription = { sid: createSid('DF'), description: given.Description, sinkSid: given.SinkSid, types };
    subscriptions.set(subscription.sid, subscription);
    return reply.code(201).send(toSubscription(subscription));
  });
}

/** Registers them; what guards the messages guards these. */
export function registerRegistrationRoutes(app: FastifyInstance, rest: RegistrationRest): void {
  for (const routes of [trustHubRoutes, addressRoutes, brandRoutes, campaignRoutes, tollFreeRoutes, eventRoutes]) routes(app, rest);
}
