interface Page {
  file: string
  language: 'en' | 'fr'
  title: string
  colour: string
  body: string
}

const code = (text: string) => `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`

const rows = (...lines: string[][]) =>
  lines
    .map(
      (cells, index) =>
        `<tr>${cells.map((cell) => (index === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`,
    )
    .join('')

const table = (...lines: string[][]) => `<table>${rows(...lines)}</table>`

const pythonCheatSheet: Page = {
  file: 'codecraft-python-cheat-sheet.pdf',
  language: 'en',
  title: 'Python: the first fortnight',
  colour: '#0b6b4b',
  body: `<p class="lead">One page to keep beside the keyboard. CodeCraft Academy, Python from zero.</p>
  <div class="two">
  <div><h2>Values</h2>${code(`price = 1500          # int
weight = 2.5          # float
name = "Adaeze"       # str
open_today = True     # bool`)}</div>
  <div><h2>Asking and showing</h2>${code(`name = input("Name? ")
age = int(input("Age? "))
print("Hello,", name)
print(f"{name} is {age}")`)}</div>
  <div><h2>Calculating</h2>${code(`7 + 2    # 9
7 - 2    # 5
7 * 2    # 14
7 / 2    # 3.5
7 // 2   # 3   whole part
7 % 2    # 1   what is left`)}</div>
  <div><h2>Deciding</h2>${code(`if total >= 10000:
    fee = 0
elif total >= 5000:
    fee = 400
else:
    fee = 800`)}</div>
  <div><h2>Comparing</h2>${table(['Sign', 'Meaning'], ['<code>==</code>', 'is equal to'], ['<code>!=</code>', 'is not equal to'], ['<code>&lt;=</code>', 'is at most'], ['<code>and</code>', 'both hold'], ['<code>or</code>', 'one is enough'], ['<code>in</code>', 'is one of'])}</div>
  <div><h2>Repeating</h2>${code(`for item in items:
    print(item)

for n in range(1, 6):
    print(n)        # 1 to 5

while money < goal:
    money = money + 7500`)}</div>
  <div><h2>Lists</h2>${code(`prices = [1500, 800]
prices.append(950)
prices[0]        # 1500
prices[-1]       # 950
len(prices)      # 3
sorted(prices)`)}</div>
  <div><h2>Dictionaries</h2>${code(`price_of = {"yam": 3000}
price_of["rice"] = 1800
price_of["yam"]          # 3000
price_of.get("oil", 0)   # 0
for item, p in price_of.items():
    print(item, p)`)}</div>
  <div><h2>Functions</h2>${code(`def with_fee(total, fee=800):
    return total + fee

with_fee(5000)        # 5800
with_fee(5000, 0)     # 5000`)}</div>
  <div><h2>When it goes wrong</h2>${table(['Message', 'Look for'], ['SyntaxError', 'a missing bracket, quote or colon'], ['IndentationError', 'lines at different depths'], ['NameError', 'a misspelt name'], ['TypeError', 'a number where text is, or the reverse'], ['KeyError', 'a name that the dictionary does not have'])}</div>
  </div>`,
}

const questions = [
  'How many branches are there in each city?',
  'Which ten products have the highest price?',
  'Which products have no expiry date?',
  'How many receipts were written on 1 October 2026?',
  'What was the largest receipt of each branch in October?',
  'Which products were sold in Ibadan but never in Abuja?',
  'Which products were never sold at all?',
  'What is the turnover of each branch, including those without sales?',
  'How many different products does an average receipt hold?',
  'What share of the receipts has a discount?',
  'What is the sum of all discounts? (Mind what a row is.)',
  'On which weekday is the turnover highest?',
  'What are mean and median of the receipts in Abuja?',
  'Which customer bought in more than one city?',
  'Which five products grew most from September to October?',
  'In which hour of the day does each branch sell most?',
  'Which receipts have a total that differs from the sum of their lines?',
  'How many days pass on average between two purchases of a customer?',
  'What is the turnover of each month, and its change against the month before?',
  'Would closing at 20:00 instead of 21:00 cost much? Say what you assume.',
]

const sqlPractice: Page = {
  file: 'codecraft-sql-practice.pdf',
  language: 'en',
  title: 'Practice sheet: twenty questions',
  colour: '#0b6b4b',
  body: `<p class="lead">Write the query, then one sentence about what the answer hides. CodeCraft Academy, SQL for decisions.</p>
  <h2>The tables</h2>${table(['Table', 'One row is', 'Columns'], ['branches', 'one shop', 'id, name, city'], ['products', 'one thing that is sold', 'id, name, price, expires_on'], ['sales', 'one receipt', 'id, branch_id, customer_id, sold_at, discount, total'], ['sale_lines', 'one product on one receipt', 'sale_id, product_id, quantity, unit_price'])}
  <h2>Questions</h2><ol>${questions.map((question) => `<li>${question}<div class="space"></div></li>`).join('')}</ol>`,
}

const frenchWords: [string, [string, string, string][]][] = [
  [
    'Les gens',
    [
      ['une femme', 'woman', 'La femme parle.'],
      ['un homme', 'man', 'L’homme écoute.'],
      ['un enfant', 'child', 'L’enfant joue.'],
      ['un ami, une amie', 'friend', 'C’est mon amie.'],
      ['un voisin', 'neighbour', 'Mon voisin est gentil.'],
      ['une famille', 'family', 'J’ai une grande famille.'],
    ],
  ],
  [
    'La maison',
    [
      ['une maison', 'house', 'La maison est petite.'],
      ['une chambre', 'bedroom', 'Voici ma chambre.'],
      ['une cuisine', 'kitchen', 'Je suis dans la cuisine.'],
      ['une clé', 'key', 'Où est la clé ?'],
      ['une porte', 'door', 'Ferme la porte !'],
      ['une table', 'table', 'La table est ronde.'],
    ],
  ],
  [
    'La ville',
    [
      ['une rue', 'street', 'J’habite dans cette rue.'],
      ['un marché', 'market', 'Le marché est ouvert.'],
      ['une gare', 'station', 'La gare est loin.'],
      ['un arrêt', 'stop', 'L’arrêt est à gauche.'],
      ['une poste', 'post office', 'Je cherche la poste.'],
      ['un pont', 'bridge', 'On passe le pont.'],
    ],
  ],
  [
    'Manger',
    [
      ['le pain', 'bread', 'Je voudrais du pain.'],
      ['l’eau (f.)', 'water', 'Un verre d’eau, merci.'],
      ['le riz', 'rice', 'Le riz est chaud.'],
      ['une pomme', 'apple', 'Deux pommes, s’il vous plaît.'],
      ['le thé', 'tea', 'Tu veux du thé ?'],
      ['un œuf', 'egg', 'Il reste trois œufs.'],
    ],
  ],
  [
    'Le temps',
    [
      ['un jour', 'day', 'Quel jour sommes-nous ?'],
      ['une semaine', 'week', 'À la semaine prochaine !'],
      ['le matin', 'morning', 'Le matin, je cours.'],
      ['le soir', 'evening', 'Le soir, je lis.'],
      ['une heure', 'hour', 'Il est une heure.'],
      ['demain', 'tomorrow', 'À demain !'],
    ],
  ],
  [
    'Dix verbes',
    [
      ['être', 'to be', 'Je suis ici.'],
      ['avoir', 'to have', 'J’ai un frère.'],
      ['aller', 'to go', 'Je vais au marché.'],
      ['venir', 'to come', 'Je viens de Nairobi.'],
      ['faire', 'to do, make', 'Que fais-tu ?'],
      ['parler', 'to speak', 'Je parle un peu.'],
      ['prendre', 'to take', 'Je prends le bus.'],
      ['vouloir', 'to want', 'Je veux apprendre.'],
      ['pouvoir', 'to be able', 'Vous pouvez répéter ?'],
      ['chercher', 'to look for', 'Je cherche la gare.'],
    ],
  ],
]

const frenchSheet: Page = {
  file: 'parole-cent-mots.pdf',
  language: 'fr',
  title: 'Les premiers mots',
  colour: '#a33a1f',
  body: `<p class="lead">Apprenez chaque nom avec son article, et dites la phrase à voix haute. Parole, Français A1.</p>
  ${frenchWords.map(([theme, words]) => `<h2>${theme}</h2>${table(['Français', 'Anglais', 'Une phrase'], ...words)}`).join('')}
  <h2>Et les plus petits</h2><p>et, ou, mais, avec, sans, pour, dans, sur, sous, devant, derrière, ici, là, oui, non, très, trop, peu, beaucoup, toujours, jamais, aujourd’hui, maintenant, bientôt, encore, aussi, pourquoi, comment, combien, où, quand, qui, quoi, bonjour, bonsoir, merci, pardon, s’il vous plaît, au revoir, à bientôt, monsieur, madame, un, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, premier, dernier, petit, grand, bon, mauvais.</p>`,
}

const problemSet: Page = {
  file: 'meridian-problem-set-1.pdf',
  language: 'en',
  title: 'CSC 112: Problem set 1',
  colour: '#1e3a7b',
  body: `<p class="lead">Due at the end of week four. 50 marks. Marks are given for the argument, not for the program.</p>
  <ol>
  <li><b>Tracing (8 marks).</b> Trace <code>gcd(252, 105)</code> line by line. State the quantity that shrinks, and prove that the loop ends for all a, b ≥ 0.</li>
  <li><b>Second largest (10 marks).</b> Give an algorithm that finds the second largest of <i>n</i> distinct numbers with fewer than <i>2n</i> comparisons. Count them exactly.</li>
  <li><b>Growth (8 marks).</b> Order by growth and justify each step: <i>n</i> log <i>n</i>, 2<sup>n</sup>, 100<i>n</i>, √<i>n</i>, <i>n</i>², log <i>n</i>, <i>n</i>!.</li>
  <li><b>Binary search (12 marks).</b> The following program is meant to return the first index at which <i>x</i> stands, or −1. It contains two mistakes. Find both, and give for each an input on which it fails.
  ${code(`first_index(a, x):
    low, high = 0, length(a)
    while low < high:
        mid = (low + high) div 2
        if a[mid] < x:
            low = mid
        else:
            high = mid
    if a[low] = x:
        return low
    return -1`)}</li>
  <li><b>The registrar (12 marks).</b> 40,000 student records are to be searched for double entries. Compare (a) every pair, (b) sorting first, (c) a hash table. Give the number of steps for each, the memory needed, and your recommendation in two sentences that the registrar can understand.</li>
  </ol><p class="small">You may work together. Name everybody you worked with, and write your own text.</p>`,
}

const fieldSheet: Page = {
  file: 'meridian-field-sheet.pdf',
  language: 'en',
  title: 'ENV 210: Measuring a storm',
  colour: '#1e3a7b',
  body: `<p class="lead">One sheet for each group. Use a pencil; ink runs.</p>
  <h2>The gauge</h2><ol><li>Cut a straight-sided 1.5-litre bottle where it begins to narrow, and set the top upside down into the lower part.</li><li>Fill it with water up to where the sides become straight, and mark zero there.</li><li>Tape a ruler to the side, weigh the bottle down with stones, and stand it at least twice as far from a wall as the wall is high.</li></ol>
  <h2>Readings</h2><p>Place: ______________________ &nbsp; Date: ____________ &nbsp; Group: ____________________</p>
  ${table(['Time', 'Level (mm)', 'Since last (mm)', 'Intensity (mm/h)', 'What the ground does'], ...Array.from({ length: 12 }, () => ['&nbsp;', '', '', '', '']))}
  <h2>Calculation</h2><p>Intensity in millimetres per hour is the rise in five minutes times twelve. Take the highest value <i>i</i>, estimate <i>C</i> and the area <i>A</i> that drains past you, and work out the peak flow:</p>
  ${code('Q = C × i × A / 360  =  ______ × ______ × ______ / 360  =  ________ m³/s')}
  <p>Does the drain beside you carry that much? Measure its width and depth: ______ × ______ m. With water moving at about 1 m/s it carries ________ m³/s.</p>`,
}

export const documentPages: Page[] = [pythonCheatSheet, sqlPractice, frenchSheet, problemSet, fieldSheet]
