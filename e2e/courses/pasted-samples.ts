/**
 * Clipboards of other programs, shortened: the markup, the styles and the comments are those that the programs write.
 */

const wordItem = (list: { id: number; level: number; bullet: string }, text: string) =>
  `<p class=MsoListParagraph style='margin-left:${list.level * 36}.0pt;mso-add-space:auto;text-indent:-18.0pt;` +
  `mso-list:l${list.id} level${list.level} lfo${list.id + 1}'><![if !supportLists]><span lang=EN-GB ` +
  `style='font-family:Symbol;mso-fareast-font-family:Symbol;mso-bidi-font-family:Symbol'>` +
  `<span style='mso-list:Ignore'>${list.bullet}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span>` +
  `</span></span><![endif]><span lang=EN-GB>${text}<o:p></o:p></span></p>`

const wordCell = (text: string) =>
  `<td width=301 valign=top style='width:225.4pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>` +
  `<p class=MsoNormal style='margin-bottom:0cm'><span lang=EN-GB>${text}<o:p></o:p></span></p></td>`

/** Word for Windows: lists are paragraphs with a level, the image is a file of the author's disk. */
export const pastedFromWord = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {mso-style-unhide:no; margin:0cm; font-family:"Calibri",sans-serif;} --></style></head>
<body lang=DE style='tab-interval:35.4pt'><!--StartFragment-->
<h1><span lang=EN-GB style='mso-ansi-language:EN-GB'>Bread<o:p></o:p></span></h1>
<p class=MsoNormal><span lang=EN-GB>Weigh <b>500 g</b> of <i style='mso-bidi-font-style:normal'>strong</i> flour, <u>twice</u>.<o:p></o:p></span></p>
${wordItem({ id: 0, level: 1, bullet: '·' }, 'Flour')}
${wordItem({ id: 0, level: 2, bullet: 'o' }, 'Rye')}
${wordItem({ id: 0, level: 1, bullet: '·' }, 'Water')}
<p class=MsoNormal><span lang=EN-GB><o:p>&nbsp;</o:p></span></p>
${wordItem({ id: 1, level: 1, bullet: '1.' }, 'Mix')}
${wordItem({ id: 1, level: 1, bullet: '2.' }, 'Knead')}
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-yfti-tbllook:1184'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>${wordCell('Step')}${wordCell('Minutes')}</tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>${wordCell('Rest')}${wordCell('30')}</tr>
</table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="Picture_1" style='width:301pt'></v:shape><![endif]--><img width=301 height=200 src="file:///C:/Users/Ada/AppData/Local/Temp/msohtmlclip1/01/clip_image002.png"></p>
<!--EndFragment--></body></html>`

const docsSpan = (text: string, style = 'font-weight:400;font-style:normal;text-decoration:none') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};` +
  `vertical-align:baseline;white-space:pre-wrap;">${text}</span>`

const docsItem = (text: string) =>
  '<li dir="ltr" style="list-style-type:disc;font-size:11pt;font-family:Arial,sans-serif;" aria-level="1">' +
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${docsSpan(text)}</p></li>`

/** Google Docs: everything is in a bold element of normal weight, and emphasis is a style. */
export const pastedFromDocs = (image: string) =>
  '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5f0c8a51-7fff-3a2e-0d1c-2f6f3a1b9c11">' +
  `<h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;">${docsSpan('Dough', 'font-weight:400')}</h1>` +
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;">${docsSpan('Plain, ')}` +
  `${docsSpan('bold', 'font-weight:700;font-style:normal;text-decoration:none')}${docsSpan(', ')}` +
  `${docsSpan('italic', 'font-weight:400;font-style:italic;text-decoration:none')}${docsSpan(', ')}` +
  `${docsSpan('gone', 'font-weight:400;font-style:normal;text-decoration:line-through')}${docsSpan(' and ')}` +
  '<a href="https://example.com/flour" style="text-decoration:none;">' +
  `${docsSpan('a link', 'font-weight:400;font-style:normal;text-decoration:underline')}</a>${docsSpan('.')}</p>` +
  `<ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsItem('Salt')}${docsItem('Yeast')}</ul>` +
  '<p dir="ltr" style="line-height:1.38;"><span style="border:none;display:inline-block;overflow:hidden;width:60px;">' +
  `<img src="${image}" width="60" height="40" style="margin-left:0px;margin-top:0px;" /></span></p></b>`

/** A page of a blog, as Chromium copies it. */
export const pastedFromWeb = `<meta charset='utf-8'><html><body><!--StartFragment--><div class="post__body" id="post-17">
<h1 class="title is-1" style="font-size: 48px; color: rgb(17, 24, 39);">Ovens</h1>
<p style="color: rgb(31, 41, 55); font-family: Inter; white-space: normal;">Set it to <code class="inline">230 °C</code>.<img width="1" height="1" src="https://count.example.com/p.gif"></p>
<blockquote class="quote"><p>Heat first.</p></blockquote>
<pre class="highlight"><code>bake --minutes 40</code></pre>
<script>alert('pasted')</script><style>.post__body { color: red }</style>
<h5>Notes</h5><p onclick="alert('pasted')">Done.</p></div><!--EndFragment--></body></html>`
