/** A question about a course of the demo schools, with the words that a reader must see in the answer. */
export interface DemoQuestion {
  question: string
  /** Words of the passage that answers the question; null if the course does not answer it. */
  answer: string | null
}

const answered = (question: string, answer: string): DemoQuestion => ({ question, answer })
const unanswered = (question: string): DemoQuestion => ({ question, answer: null })

/**
 * Questions by file of the course in `src/demo/schools`. Each course has questions that it answers, questions about
 * something else, and questions that share frequent words with a passage about something else.
 */
export const demoQuestions: Record<string, DemoQuestion[]> = {
  'codecraft/python-from-zero': [
    answered('What does input() give back?', 'What input() gives you is always text'),
    answered('How do I stop a loop that never ends?', 'press Ctrl and C to interrupt it'),
    answered('What is the difference between print and return?', 'print is for people'),
    answered('Why does counting begin at 0?', 'how many steps from the beginning'),
    answered('When should I use a dictionary instead of a list?', 'look something up by its name'),
    answered('What does KeyError mean?', 'KeyError'),
    answered('How can I install Python on Windows?', 'Add python.exe to PATH'),
    answered('Which editor should I use on a computer with little memory?', 'Thonny if it has less'),
    answered('What is elif?', 'short for else if'),
    answered('How should I read an error message?', 'Read it from the bottom'),
    answered('Can I learn on my phone?', 'Pydroid 3'),
    answered('Does range include the last number?', 'stops before the end'),
    answered('What is a variable?', 'A variable is a name'),
    answered('Do I need mathematics for this course?', 'You do not need mathematics'),
    unanswered('How do I deploy my program to the cloud?'),
    unanswered('What is a decorator in Python?'),
    unanswered('How do I give back a book to the library?'),
    unanswered('When do I get my certificate?'),
    unanswered('Which evening is the meeting on Sunday?'),
    unanswered('How do I open a bank account for my stall?'),
    unanswered('What is the weather in Lagos today?'),
    unanswered('How do classes inherit from other classes?'),
    unanswered('Is there a group for women in the community?'),
  ],
  'codecraft/sql-for-decisions': [
    answered('What is null?', 'null, which means: we do not know'),
    answered('Why is = null never true?', 'Never write = null'),
    answered('What is the difference between where and having?', 'having decides which heaps are shown'),
    answered('How do I find products that were never sold?', 'left join … where l.id is null'),
    answered('Why does my discount appear five times?', 'its discount is added five times'),
    answered('When is the median better than the average?', 'Use the median when a few large values'),
    unanswered('How do I create an index to make a query faster?'),
    unanswered('Which is better, MySQL or Oracle?'),
    unanswered('How do I back up the database every night?'),
    unanswered('Can I return a product to the pharmacy?'),
    unanswered('How much does the shop in Abuja pay its manager?'),
  ],
  'codecraft/git-for-teams': [
    answered('How do I undo a commit that was already pushed?', 'git revert'),
    answered('How large should a pull request be?', 'Keep it below 300 changed lines'),
    answered('What is the staging area?', 'what the next commit will hold'),
    answered('How can I abort a rebase?', 'git rebase --abort'),
    unanswered('How do I host my own GitLab server?'),
    unanswered('What are submodules?'),
    unanswered('Who do I call when the evening train is late?'),
  ],
  'codecraft/first-website': [
    answered('What does the viewport tag do?', 'viewport tells phones'),
    answered('What is the difference between padding and margin?', 'you want padding'),
    answered('Which contrast does normal text need?', '4.5 to 1'),
    answered('How do I publish my website for free?', 'static host'),
    answered('What should I write in alt?', 'Write what the picture tells'),
    unanswered('How do I accept card payments on my page?'),
    unanswered('How do I register a domain name with my own mail address?'),
    unanswered('What is the best recipe for jollof rice?'),
  ],
  'meridian/csc-112-algorithms': [
    answered(
      'How many comparisons does binary search need for a million numbers?',
      'twenty questions are enough',
    ),
    answered('What is a stable sort?', 'Such a sort is called stable'),
    answered('Why does merge sort cost n log n?', 'Each level of halving'),
    answered('When is a hash table useless?', 'A hash table is useless here'),
    unanswered('How does quicksort choose its pivot?'),
    unanswered('What is dynamic programming?'),
    unanswered('Can I hand in the examination papers by e-mail?'),
    unanswered('How do I calculate the price of a new telephone?'),
  ],
  'meridian/sta-101-statistics': [
    answered('What is the difference between mean and median?', 'The median does not notice'),
    answered('What is the standard error?', 'standard error'),
    answered('How many answers do I need for an interval half as wide?', '1,600'),
    answered('What is bias?', 'the way we chose pulls the number'),
    unanswered('How do I calculate a chi square test?'),
    unanswered('What is Bayes theorem?'),
    unanswered('How long may I borrow a book from the library?'),
  ],
  'parole/francais-a1': [
    answered('Quand dit-on tu et quand dit-on vous ?', 'On dit tu à un ami'),
    answered('Comment demander son chemin ?', 'Je cherche la poste'),
    answered('Quel est le genre des mots en -tion ?', 'une station'),
    answered('Comment dire non en français ?', 'ne … pas'),
    answered('Combien coûtent les cafés dans le dialogue ?', 'onze euros quarante'),
    unanswered('Comment former le subjonctif ?'),
    unanswered('Quelle est la capitale du Canada ?'),
    unanswered('Comment réserver une chambre d’hôtel ?'),
  ],
  'parole/delf-b1': [
    answered('Combien de points faut-il pour réussir ?', '50 points sur 100'),
    answered('Combien de temps dure la production écrite ?', '45 minutes'),
    answered('Que faire si je ne comprends pas la question ?', 'vous pourriez reformuler'),
    unanswered('Où puis-je acheter un dictionnaire ?'),
    unanswered('Comment s’inscrire à l’université de Dakar ?'),
  ],
}
