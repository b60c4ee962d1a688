/**
 * Dialogues between customers and the sales desk of a car dealer. `>` comes in, `<` goes out, `#` is an internal note, brackets are calls, voicemails and
 * faxes.
 */
export const salesScripts = `
= sales
> Hi, is the {color} {model} still there?
< It is. Want to come by {when}? We can look at your trade-in while you drive it.
> {When} works. Do I need to bring anything?
< Just your license and the title for the {trade}. I’ll have the keys out front.
> Great, see you then

= sales
(answered)
# Trade-in is the {trade}, wants it valued first.
< Hi {first}, good talking to you. Here is the quote we talked about: {price} out the door for the {model}, plates included.
> Thanks. Is that with the winter tires?
< With all-seasons. The winter set adds {small}, mounted.
> Let me talk it over at home, I’ll get back to you {day}
< Take your time. The price stands until Sunday.

= sales
> Do you have the {model} in {color}?
< One on the lot and one arriving {day}. Which trim are you after?
> The one with the tow package
< Then it’s the one arriving {day}. Shall I put your name on it? No deposit needed.
> Yes please
# Hold the {color} {model} for {first} until the weekend.

= sales
(missed)
< Sorry we missed your call. This is {agent} at Northwind Motors, how can I help?
> I saw your ad for the {model} at {price}. Is that real?
< It is, on two cars in stock, for approved credit. Want me to run numbers for you? Takes five minutes.
> Sure, my score is around 720
< That will do. You’d be at about {monthly} a month over 60 months with {small} down.
> That’s better than I thought. Can I come {when}?
< {When} it is. Ask for {agent}.

= sales
(voicemail sales)
(called)
# Left a message, will text.
< Hi {first}, {agent} from Northwind Motors. Got your voicemail about the {model}. It’s here and it’s clean. When suits you for a drive?
> {When}?
< Perfect. Bring your license, and coffee is on us.

= sales
> What would you give me for a {trade} with 62k miles?
< Sight unseen between {low} and {high}. A quick look takes 15 minutes and the offer is good for a week.
> Any accidents matter? It had a small one, all repaired
< We’d see it on the report anyway, so thanks for saying. It moves the number by a few hundred, not thousands.
> OK I can bring it {when}
< Booked. Come to the side entrance, no need to wait at the desk.
> Perfect, see you {day} then

= sales
(answered)
< Here is the link to the {model} we spoke about: https://northwind.example/stock/{code}
> Got it, thank you. The photos help
< Happy to send a video walk-around too.
> Yes please!
< Done, check your email.

= sales
> Is financing possible with an ITIN?
< Yes, two of our lenders do that. You need proof of address and three months of statements.
> OK. Can my brother be a co-signer
< He can. Then the rate usually drops by about a point.
> Thank you so much
< Any time. Ask for {agent} when you come in.

= sales
(answered)
# Wants the {model} by month end, has pre-approval from the credit union.
> Sent you the approval letter by email
< Got it, {first}. That covers it with room to spare. Paperwork will be ready {when}.
> How long does it take?
< About 40 minutes, including showing you the car.
> 👍

= sales
> Hi, still waiting to hear back about the {model}
< Sorry about that, {first}. The carrier is running late, new arrival is {day}.
> That’s the second delay
< I know. I’ve put a free detail and a tank of gas on it for the wait.
> Ok I appreciate that

= sales
(called)
< Hi {first}, congratulations again on the {model}! How is it driving?
> Love it. One thing, the phone won’t pair
< Hold the volume knob for ten seconds, then try again. If it still won’t, stop by and we do it in two minutes.
> That did it, thanks!

= sales
> Are you open on Sunday?
< We are, 11 to 5. Anything you’d like us to have ready?
> Just looking, maybe the {model}
< It’ll be by the door. No appointment needed.

= sales
> Your website says {price} but the window says more
< Good catch, the website is right. The sticker is from last month. Come in and we honor {price}.
> 👍

= sales
(answered)
< Thanks for coming in, {first}. As promised: the {color} {model}, {price} out the door, {monthly} a month at 4.9%.
> My bank offers 4.4
< Send me the letter and I’ll match it.
> On its way
< Matched. 4.4% it is. {When} for signing?
> {When} is good

= sales
> Can I get the CARFAX for stock {code}?
< Sure: one owner, no accidents, serviced here. Full report: https://northwind.example/report/{code}
> Looks clean. What’s the lowest you’d go
< It’s priced to sell at {price}, but I can include the first two services.

= sales
(missed)
(missed)
< We saw two missed calls from you, sorry. What can we do for you?
> No worries, wrong number
< All good. Have a nice day!

= sales
(answered)
# Not ready before spring. Call again in March.
< Thanks for your time today, {first}. I’ll check in with you in the spring. You have my number.
> Sounds good

= promo
< Spring at Northwind: 0.9% on every {model} in stock, this week only. Reply STOP to opt out.
> Does that include used?
< New ones only, but used {model}s have $500 off until Saturday.
> OK I’ll come by {day}

= promo
< Hi {first}, your invitation to our test drive day is here: {day} from 10 to 4, with tacos. Reply YES to come, STOP to opt out.
> YES
< Wonderful, you’re on the list. Bring a friend!

= promo
< Spring at Northwind: free multi-point check with any tire change, until the 30th. Reply STOP to opt out.
> STOP
< You are unsubscribed and will get no more messages from this number. Reply START to come back.

= promo
< Hi {first}, winter tires are in. Book before {day} and storage is on us. Reply STOP to opt out.
> How much for a set on the {model}?
< {small} mounted and balanced, with storage included.
> Deal. {When}?
< Done. Reply STOP to opt out of reminders, see you {day}!

= promo
< Your {trade} is worth up to {high} in trade this month. Curious? Reply with the mileage. STOP to opt out.
> 58,000
< Then we’re at {low} to {high} after a quick look. When can you stop by?
> not now thanks
< No problem. The offer is good until the end of the month.

= ads
(answered)
> Hi I just called about the ad, you said to text the VIN of my trade in. It’s a {trade}
< Thanks {first}. I’ll have a number for you within the hour.
# Black Book says {low} to {high}.
< Good news: we can do {high} if it looks as you say. Want to bring it {when}?
> yes, see you then

= ads
> Saw your ad on my phone. Do you deliver?
< Within 100 miles, free of charge. Where are you?
> {city}
< Easy. We can have the {model} in your driveway {when}, and you have three days to send it back.
> wow ok. what do you need from me
< License, insurance card, and half an hour on the phone. Shall I call you now?
(called)
# Credit application done. Delivery {day}.

= ads
(missed)
< Hi, you just called Northwind Motors. We were on another line. What are you looking for?
> Something for a family of five under {high}
< The {model} seats seven and starts right there. Two in stock, {color} and white.
> Can I see it {when}
< Absolutely, I’ll have both out front.
`;
